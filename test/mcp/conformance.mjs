// Runs the scenarios of @modelcontextprotocol/conformance that apply to this service (docs/adr/0071-mcp.md) against the
// built service, on a data directory of its own. Usage: npm run test:mcp, on Node.js 22 or newer, which that package needs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PACKAGE = '@modelcontextprotocol/conformance@0.1.16';
/** The others call tools, resources and prompts that a sample server has, or parts of the protocol that this one does not offer. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

const dataDir = mkdtempSync(join(tmpdir(), 'mneme-mcp-'));
const service = await startService();
const proxy = await startProxy(service.url, readFileSync(join(dataDir, 'dev-key'), 'utf8').trim());
const failed = [];
for (const scenario of SCENARIOS) if (!(await passes(scenario, proxy.address().port))) failed.push(scenario);
proxy.close();
service.child.kill('SIGTERM');
await once(service.child, 'exit');
rmSync(dataDir, { recursive: true, force: true });
process.stdout.write(
  failed.length === 0 ? `${SCENARIOS.length} scenarios pass\n` : `These fail: ${failed.join(', ')}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function startService() {
  const env = {
    ...process.env,
    MNEME_DATA_DIR: dataDir,
    PORT: '0',
    SEED_TEST_TENANT: 'off',
    EMBEDDING_MODEL: 'builtin-fast',
  };
  const main = resolve('dist/apps/api/main.js');
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of child.stdout) {
    const url = /^API +(http:\S+)\/api\/v1/m.exec(String(chunk))?.[1];
    if (url !== undefined) return { child, url };
  }
  throw new Error('the service did not start');
}

/** The scenarios have no credential: it is added on the way. Their Host goes on as it is. */
async function startProxy(target, key) {
  const { port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const passed = request(
      { port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(passed);
    outgoing.on('close', () => passed.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Not synchronously: the proxy is in this process. */
async function passes(scenario, port) {
  const url = `http://localhost:${port}/mcp`;
  const words = [
    'exec',
    '--yes',
    // Asked of the registry once, not with each scenario.
    '--prefer-offline',
    `--package=${PACKAGE}`,
    '--',
    'conformance',
    'server',
    '--url',
    url,
    '--scenario',
    scenario,
  ];
  const [code] = await once(spawn('npm', words, { stdio: ['ignore', 'inherit', 'inherit'], cwd: tmpdir() }), 'exit');
  return code === 0;
}
