// Holds the running service against docs/openapi.json with what no one thought of: Schemathesis makes requests of the
// document, valid ones and broken ones, one by one and in sequences, and judges each response. `npm run test:fuzz`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const HERE = import.meta.dirname;
const REPOSITORY = resolve(HERE, '../..');
const DOCUMENT = join(REPOSITORY, 'docs/openapi.json');
const TENANT = '00000000-0000-0000-0000-000000000001';
const FEW_SCOPES = ['read:memories'];
const ERASURE = 'tenants.delete';
const START_MS = 120_000;
const LOG_LEVEL_ERROR = 50;

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '1200' }, seed: { type: 'string' }, schemathesis: { type: 'string' } },
});
const cases = Number(values.cases);
if (!Number.isInteger(cases) || cases < 1) throw new Error('--cases must be a whole number from 1');

const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
const operations = Object.values(paths).flatMap((path) => Object.values(path));
const perOperation = Math.ceil(cases / operations.length);

const folder = mkdtempSync(join(tmpdir(), 'mneme-fuzz-'));
const service = await startService();
let failed = 0;
try {
  await whenReady();
  const full = await fullKey();
  const few = await keyOfFew(full);
  const ownKeys = [full.id, few.id].join();
  const own = { FUZZ_OWN_KEYS: ownKeys };
  await fuzz('every operation, with every scope', full, own, ['--exclude-operation-id', ERASURE]);
  await usable(full);
  // Nearly all of it is refused before a body is looked at, so made-up bodies and sequences would say nothing.
  await fuzz(`every operation, with ${FEW_SCOPES.join()} only`, few, own, [], 'examples,coverage');
  await usable(few);
  // Last, for it takes the tenant with all its keys.
  await fuzz('the erasure of the tenant', full, own, ['--include-operation-id', ERASURE], 'examples,coverage');
  report(errorsLogged(), 'no error in the log of the service');
} finally {
  service.process.kill('SIGTERM');
  if (service.process.exitCode === null) await once(service.process, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

async function startService() {
  const port = await freePort();
  const log = join(folder, 'service.log');
  const output = openSync(log, 'w');
  const env = {
    PATH: process.env.PATH,
    MNEME_DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    EMBEDDING_MODEL: 'builtin-fast',
    LOG_FORMAT: 'json',
    WARM_UP: 'off',
    // Requests without a valid credential are most of what some checks send.
    AUTH_FAILURES_PER_MINUTE: '600000',
  };
  const command = ['--max-semi-space-size=8', join(REPOSITORY, 'dist/apps/api/main.js')];
  const child = spawn(process.execPath, command, { cwd: REPOSITORY, env, stdio: ['ignore', output, output] });
  return { process: child, url: `http://127.0.0.1:${port}`, log };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function whenReady() {
  const end = Date.now() + START_MS;
  while (Date.now() < end && service.process.exitCode === null) {
    const response = await fetch(`${service.url}/health/ready`).catch(() => undefined);
    if (response?.ok) return;
    await sleep(100);
  }
  throw new Error(`the service did not start:\n${readFileSync(service.log, 'utf8').slice(-2_000)}`);
}

async function fullKey() {
  const text = readFileSync(join(folder, 'data/dev-key'), 'utf8').trim();
  const { apiKeys } = await call(text, `/api/v1/api-keys?tenantId=${TENANT}`);
  const { id, scopes } = apiKeys.find(({ keyPrefix }) => text.startsWith(keyPrefix));
  return { id, text, scopes };
}

async function keyOfFew({ text }) {
  const body = { name: 'a key of few scopes', environment: 'development', scopes: FEW_SCOPES, tenantId: TENANT };
  const { id, plainKey } = await call(text, '/api/v1/api-keys', body);
  return { id, text: plainKey, scopes: FEW_SCOPES };
}

/** A run that lost its key would find every response right. */
async function usable({ text }) {
  await call(text, `/api/v1/memories/count?tenantId=${TENANT}`);
}

async function call(key, path, body) {
  const response = await fetch(service.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, errors } = await response.json();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${errors[0].message}`);
  return data;
}

async function fuzz(name, { text, scopes }, own, selection, phases = 'examples,coverage,fuzzing,stateful') {
  const started = Date.now();
  const command = [
    '--no-color',
    '--config-file',
    join(HERE, 'schemathesis.toml'),
    'run',
    DOCUMENT,
    '--url',
    service.url,
  ];
  command.push('--header', `Authorization: Bearer ${text}`, '--phases', phases, '--max-examples', String(perOperation));
  // One worker: with two, Hypothesis, which reads the sources of its lambdas without a lock, failed once by itself.
  command.push('--workers', '1', ...(values.seed === undefined ? [] : ['--seed', values.seed]), ...selection);
  const env = {
    ...process.env,
    ...own,
    SCHEMATHESIS_HOOKS: join(HERE, 'hooks.py'),
    FUZZ_SCOPES: scopes.join(),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const child = spawn(values.schemathesis ?? 'st', command, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  const counts = /^\s*\d+ generated.*$/m.exec(output)?.[0].trim();
  if (code !== 0) console.log(output);
  report(code === 0 && counts !== undefined ? [] : [`Schemathesis ended with ${code}`], name);
  console.log(
    `    ${counts}, seed ${/Seed: (\d+)/.exec(output)?.[1]}, ${Math.round((Date.now() - started) / 1_000)} s`,
  );
}

function errorsLogged() {
  const lines = readFileSync(service.log, 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('{') && JSON.parse(line).level >= LOG_LEVEL_ERROR).slice(0, 5);
}

function report(faults, name) {
  failed += faults.length;
  console.log(`${faults.length === 0 ? 'passed' : 'FAILED'}  ${name}`);
  for (const fault of faults) console.log(`    ${fault}`);
}
