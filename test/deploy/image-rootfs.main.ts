import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createTestDatabase } from '../support/database/test-database.js';
import { freePort } from '../support/service/free-port.js';
import { testVectors } from '../support/vectors/test-qdrant.js';
import { ImageBuilder } from './image-builder.js';
import { ImageContainer } from './image-container.js';
import type { ImageStage } from './image-stage.js';

const CLI = 'dist/apps/cli/main.js';
const WORKER = ['dist/apps/worker/main.js'];
const HEALTH = 'deploy/image/health.mjs';
const SMOKE = 'deploy/image/smoke.mjs';
type Variables = Record<string, string>;

/**
 * Carries out the Dockerfile in folders under WORK and tries the result: read-only, unprivileged, node as process 1, on
 * a database of its own on the server of TEST_DATABASE_URL. Exits 1 where anything is not as it should be.
 */
async function main(): Promise<void> {
  const work = process.env['WORK'] ?? '';
  const image = ImageBuilder.build({ context: process.cwd(), work, buildArgs: {} });
  check('contents', contents(image));
  const database = await createTestDatabase();
  const vectors = await testVectors(database);
  try {
    await tryImage(image, { ...database.env, ...vectors.env, LOG_FORMAT: 'json' });
  } finally {
    await vectors.drop();
    await database.drop();
  }
}

async function tryImage(image: ImageStage, database: Variables): Promise<void> {
  const env = { ...database, PORT: String(await freePort()), WORKER_PORT: String(await freePort()), WORKERS: 'off' };
  check('nothing can be written', await readOnly(image));
  const first = await command(image, env, ['migrate']);
  check('migrations as one command', first.split('\n')[0]?.slice(0, 60) ?? '');
  await stopEarly(image, env);
  assert.equal((await ImageContainer.run(image, env, image.healthcheck)).code, 1, 'no health without a process');

  const api = ImageContainer.start(image, env);
  await api.healthy();
  const worker = ImageContainer.start(image, env, WORKER);
  await worker.healthy(['node', HEALTH, env.WORKER_PORT]);
  check('health checks', 'API and worker answer /health/ready, nobody answers before');
  check('stored and found', await storeAndFind(image, env));
  const smoke = await ImageContainer.run(image, env, [...image.entrypoint, SMOKE]);
  assert.equal(smoke.code, 0, smoke.output);
  check('helm test is content', smoke.output.trim().split('\n').at(-1) ?? '');
  for (const [name, container] of Object.entries({ api, worker })) {
    const { code, ms, output } = await container.stop();
    assert.equal(code, 0, output);
    check(`${image.stopSignal} ends the ${name}`, `code 0 after ${ms} ms`);
  }
}

/** What is in the image and what is not. */
function contents(image: ImageStage): string {
  const at = (path: string): string => image.pathOf(path);
  for (const path of [
    'dist/apps/api/main.js',
    WORKER[0] ?? '',
    CLI,
    'models/builtin/config.json',
    'package-lock.json',
  ]) {
    assert.ok(existsSync(at(path)), `${path} is missing`);
  }
  for (const path of ['node_modules/typescript', 'node_modules/jest', 'libs', 'test', '.git', '.npmrc']) {
    assert.ok(!existsSync(at(path)), `${path} has no business in the image`);
  }
  const [uid] = image.user.split(':');
  const foreign = execFileSync('find', [
    image.root,
    '-xdev',
    '-uid',
    uid ?? '',
    '-o',
    '-perm',
    '-002',
    '!',
    '-type',
    'l',
  ]);
  assert.equal(foreign.toString(), '', 'the service can change files of its image');
  const size = execFileSync('du', ['-sm', at('.')], { encoding: 'utf8' }).split('\t')[0] ?? '';
  return `${size} MB over ${image.base}`;
}

async function readOnly(image: ImageStage): Promise<string> {
  const probe = `for (const folder of ['/app', '/tmp', '/root', '/usr/local'])
    try { require('fs').writeFileSync(folder + '/probe', ''); console.log(folder); } catch {}
    console.log(process.getuid(), process.pid)`;
  const { output } = await ImageContainer.run(image, {}, ['node', '-e', probe]);
  assert.equal(output, `${image.user.split(':')[0]} 1\n`);
  return `user ${image.user}, process 1`;
}

/** Process 1 is sent no signal that it does not handle: it must do so before it has started. */
async function stopEarly(image: ImageStage, env: Variables): Promise<void> {
  for (const [name, cmd] of Object.entries({ api: image.cmd, worker: WORKER })) {
    const container = ImageContainer.start(image, env, cmd);
    const { code, ms, output } = await container.stop({ insist: true });
    assert.deepEqual({ code, slow: ms > 20_000 }, { code: 143, slow: false }, `${ms} ms:\n${output}`);
    check(`${image.stopSignal} at once ends the ${name}`, `code ${code} after ${ms} ms`);
  }
}

async function storeAndFind(image: ImageStage, env: Variables): Promise<string> {
  await command(image, env, ['tenants', 'create', 'image']);
  const created = await command(image, env, ['keys', 'create', '--tenant', 'image', '--name', 'trial', '--json']);
  const { plainKey } = JSON.parse(created) as { plainKey: string };
  const call = async (path: string, body: object): Promise<any> => {
    const headers = { authorization: `Bearer ${plainKey}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ tenantId: 'image', ...body }) };
    const response = await fetch(`http://127.0.0.1:${env['PORT']}/api/v1${path}`, init);
    const answer = await response.json();
    assert.ok(response.ok, JSON.stringify(answer));
    return (answer as any).data;
  };
  const content = 'Our red tractor needs new tyres before the harvest.';
  const { id } = await call('/memories', { content, type: 'semantic' });
  const { results } = await call('/memories/search', { query: 'which farm vehicle needs wheels?' });
  assert.equal(results[0]?.id, id);
  return `relevance ${results[0].relevance}`;
}

async function command(image: ImageStage, env: Variables, words: readonly string[]): Promise<string> {
  const { code, output } = await ImageContainer.run(image, env, [...image.entrypoint, CLI, ...words]);
  assert.equal(code, 0, output);
  return output;
}

function check(name: string, found: string): void {
  process.stdout.write(`ok   ${name.padEnd(34)} ${found}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
