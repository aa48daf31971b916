import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { signatureHeaders } from '../../libs/webhooks/http/webhook-signature.js';

interface Language {
  readonly name: string;
  readonly program: string;
  /** Files beside the documented code, which reads cases as JSON and prints one JSON list of booleans. */
  readonly run: (folder: string, code: string) => string;
}

const cases = (): string => JSON.stringify(CASES);

const LANGUAGES: readonly Language[] = [
  {
    name: 'ts',
    program: process.execPath,
    run: (folder, code) => {
      const main = `const cases = JSON.parse(process.argv[2]);
        console.log(JSON.stringify(cases.map((c) => verify(c.secret, c.headers, c.body))));`;
      const script = transformSync(`${code}\n${main}`, { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } });
      writeFileSync(join(folder, 'verify.mjs'), script.code);
      return execFileSync(process.execPath, [join(folder, 'verify.mjs'), cases()], { encoding: 'utf8' });
    },
  },
  {
    name: 'python',
    program: 'python3',
    run: (folder, code) => {
      const main = `import json, sys
print(json.dumps([verify(c["secret"], c["headers"], c["body"].encode()) for c in json.loads(sys.argv[1])]))`;
      writeFileSync(join(folder, 'verify.py'), `${code}\n${main}\n`);
      return execFileSync('python3', [join(folder, 'verify.py'), cases()], { encoding: 'utf8' });
    },
  },
  {
    name: 'go',
    program: 'go',
    run: (folder, code) => {
      const main = `package main
import ("encoding/json"; "os")
type Case struct { Secret string; Headers map[string]string; Body string }
func main() {
	var cases []Case
	if err := json.Unmarshal([]byte(os.Args[1]), &cases); err != nil { panic(err) }
	results := []bool{}
	for _, c := range cases { results = append(results, Verify(c.Secret, c.Headers, []byte(c.Body))) }
	json.NewEncoder(os.Stdout).Encode(results)
}`;
      writeFileSync(join(folder, 'verify.go'), code);
      writeFileSync(join(folder, 'main.go'), main);
      writeFileSync(join(folder, 'go.mod'), 'module verify\n\ngo 1.21\n');
      const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
      return execFileSync('go', ['run', '.', cases()], { cwd: folder, encoding: 'utf8', env });
    },
  },
];

const BODY = JSON.stringify({ event: 'memory.created', data: { content: 'naïve ☕' } });
const PLAIN = 'geheim-ß und lang genug';
const ENCODED = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const whsec = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 9).toString('base64')}`;
/** The first three stand for bytes; the others look as if they did. */
const PREFIXED = [
  whsec(24),
  whsec(64),
  whsec(32).replaceAll('=', ''),
  whsec(16),
  whsec(65),
  `${whsec(32)}==`,
  `whsec_${'A'.repeat(33)}`,
  `whsec_${'A'.repeat(33)}B==`,
  'whsec_not base64 at all, but long enough',
];
const signed = (secrets: string[], at = new Date()): Record<string, string> =>
  signatureHeaders('evt_1', at, BODY, secrets);
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

const CASES = [
  { accepted: true, secret: PLAIN, headers: signed([PLAIN]), body: BODY },
  { accepted: true, secret: ENCODED, headers: signed([ENCODED]), body: BODY },
  { accepted: true, secret: PLAIN, headers: signed([ENCODED, PLAIN]), body: BODY },
  { accepted: true, secret: ENCODED, headers: signed([ENCODED, PLAIN]), body: BODY },
  ...PREFIXED.map((secret) => ({ accepted: true, secret, headers: signed([secret]), body: BODY })),
  { accepted: false, secret: 'another secret', headers: signed([PLAIN]), body: BODY },
  { accepted: false, secret: PLAIN, headers: signed([PLAIN]), body: `${BODY} ` },
  { accepted: false, secret: PLAIN, headers: { ...signed([PLAIN]), 'webhook-id': 'evt_2' }, body: BODY },
  { accepted: false, secret: PLAIN, headers: signed([PLAIN], minutesAgo(60)), body: BODY },
  { accepted: false, secret: PLAIN, headers: signed([PLAIN], minutesAgo(-60)), body: BODY },
  { accepted: false, secret: PLAIN, headers: { ...signed([PLAIN]), 'webhook-signature': '' }, body: BODY },
  { accepted: false, secret: PLAIN, headers: {}, body: BODY },
];

/** Where a language is not installed its code cannot be run, and the test says so by its name. */
const installed = LANGUAGES.filter(
  ({ program, name }) => spawnSync(program, [name === 'go' ? 'version' : '--version']).status === 0,
);

describe.each(installed)('the code for verification in $name', ({ name, run }) => {
  it('accepts what the service has signed, and nothing else', () => {
    const [, code = ''] =
      new RegExp(`^\`\`\`${name}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(readFileSync('docs/guides/webhooks.md', 'utf8')) ??
      [];
    const folder = mkdtempSync(join(tmpdir(), 'mneme-verify-'));
    try {
      expect(JSON.parse(run(folder, code))).toEqual(CASES.map(({ accepted }) => accepted));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 240_000);
});
