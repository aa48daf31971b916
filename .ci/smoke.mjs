// What a newcomer does: `npm ci && npm start` in a clone, store a memory, find it by meaning, stop. Exits 1 where one
// of these fails. Usage: node .ci/smoke.mjs CLONE DATA_DIRECTORY
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { strict as assert } from 'node:assert';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const [, , clone, dataDir] = process.argv;
const START_MS = 240_000;
const STOP_MS = 30_000;

const inClone = { cwd: clone, stdio: ['ignore', 'inherit', 'inherit'] };
execFileSync('npm', ['ci'], inClone);

const env = { ...process.env, PORT: '0', MNEME_DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
// A process group of its own, so that whatever is left of it at the end can be ended, and nothing else.
const service = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
const exited = once(service, 'exit');

try {
  const { api, key, tenant } = await banner();
  await storeAndFind(api, key, tenant);
  const mode = statSync(join(dataDir, 'dev-key')).mode & 0o777;
  assert.equal(mode, 0o600, 'the development key is readable by its owner only');
  await stop(api);
  commandLine(tenant);
  console.log('the clone started, stored, found, stopped, and its command line works');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  try {
    process.kill(-service.pid, 'SIGKILL');
  } catch {
    // Nothing is left of it: as it should be.
  }
}

async function banner() {
  let text = '';
  service.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    text += chunk;
  });
  const end = Date.now() + START_MS;
  while (Date.now() < end && service.exitCode === null) {
    const api = /^API\s+(\S+)/m.exec(text)?.[1];
    const key = /^API key\s+(mneme_dev_\w+).*\n/m.exec(text)?.[1];
    const tenant = /^Tenant\s+(\S+)/m.exec(text)?.[1];
    if (api && key && tenant) return { api, key, tenant };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the banner did not come');
}

async function call(api, key, path, body) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  assert.ok(response.ok, `POST ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

async function storeAndFind(api, key, tenantId) {
  const content = 'Our red tractor needs new tyres before the harvest.';
  const memory = await call(api, key, '/memories', { tenantId, content, type: 'semantic' });
  const found = await call(api, key, '/memories/search', {
    tenantId,
    query: 'which farm vehicle needs wheels?',
    limit: 5,
  });
  const texts = JSON.stringify(found);
  assert.ok(texts.includes(memory.id), `${memory.id} is not among what was found: ${texts.slice(0, 500)}`);
}

async function stop(api) {
  process.kill(service.pid, 'SIGTERM');
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('it did not stop')), STOP_MS).unref());
  const [code, signal] = await Promise.race([exited, late]);
  assert.deepEqual({ code, signal }, { code: 0, signal: null }, 'SIGTERM ends it with code 0');
  await assert.rejects(fetch(api), 'nobody listens any more');
}

function commandLine(tenant) {
  const args = ['mneme', 'search', 'farm vehicle', '--tenant', tenant, '--json'];
  const output = execFileSync('npx', args, { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  assert.ok(output.includes('tractor'), `npx ${args.join(' ')}: ${output.slice(0, 500)}`);
}
