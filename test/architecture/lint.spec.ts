import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = process.cwd();

/** What each file does wrong, and the rule of eslint.config.js that must say so. */
const PLANTED: readonly { rule: string; path: string; text: string }[] = [
  { rule: 'no-restricted-properties', path: 'libs/memories/env.ts', text: 'export const home = process.env;' },
  { rule: 'no-restricted-imports', path: 'libs/memories/env-import.ts', text: `export { env } from 'node:process';` },
  { rule: 'no-console', path: 'libs/memories/console.ts', text: `console.log('memory');` },
  { rule: 'max-lines', path: 'libs/memories/long.ts', text: '\n'.repeat(300) + 'export const end = 1;' },
  {
    rule: 'max-lines-per-function',
    path: 'apps/api/long.ts',
    text: `export function long(): void {${'\n'.repeat(51)}}`,
  },
  {
    rule: '@typescript-eslint/no-explicit-any',
    path: 'libs/memories/any.ts',
    text: 'export const seen: any = 1;',
  },
  {
    rule: '@typescript-eslint/no-floating-promises',
    path: 'libs/memories/floating.ts',
    text: 'export async function work(): Promise<void> {}\nwork();',
  },
  {
    rule: '@typescript-eslint/consistent-type-imports',
    path: 'libs/memories/type-import.ts',
    text: `import { Dated } from './dated.js';\nexport const dated = (value: Dated): Dated => value;`,
  },
];

/** Right as they are: what a rule must leave alone. */
const LEFT_ALONE: readonly { path: string; text: string }[] = [
  { path: 'libs/platform/config/read.ts', text: 'export const home = process.env;' },
  { path: 'libs/memories/dated.ts', text: 'export class Dated {\n  readonly at = new Date();\n}' },
  {
    path: 'libs/memories/injected.ts',
    text: `import { Dated } from './dated.js';
declare function Injectable(): ClassDecorator;
@Injectable()
export class Injected {
  constructor(readonly dated: Dated) {}
}`,
  },
];

async function lint(folder: string): Promise<Map<string, string[]>> {
  const args = [join(ROOT, 'node_modules/eslint/bin/eslint.js'), '.', '--format', 'json'];
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr, { cause: error }));
      else resolve(stdout);
    });
  });
  const files = JSON.parse(output) as { filePath: string; messages: { ruleId: string | null; message: string }[] }[];
  return new Map(
    files.map(({ filePath, messages }) => [
      filePath.slice(folder.length + 1),
      messages.map(({ ruleId, message }) => ruleId ?? message),
    ]),
  );
}

describe('the linter', () => {
  let folder: string;
  let found: Map<string, string[]>;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'mneme-lint-')));
    for (const name of ['eslint.config.js', 'tsconfig.json', 'package.json']) {
      await copyFile(join(ROOT, name), join(folder, name));
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const { path, text } of [...PLANTED, ...LEFT_ALONE]) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), `${text}\n`);
    }
    found = await lint(folder);
  }, 90_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(PLANTED)('$rule refuses $path', ({ rule, path }) => {
    expect(found.get(path)).toContain(rule);
  });

  it.each(LEFT_ALONE)('$path is good', ({ path }) => {
    expect(found.get(path)).toEqual([]);
  });
});
