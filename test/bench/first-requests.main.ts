import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mnemeCommand } from '../support/mneme-command.js';
import { MnemeProcess } from '../support/mneme-process.js';
import { createTestDatabase } from '../support/test-database.js';
import { testVectors } from '../support/test-qdrant.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const SCOPES = 'read:memories,write:memories,read:intelligence,write:webhooks,manage:keys,read:usage';
const REQUESTS = 10;

/** One request of each kind; `$` becomes another word each time, so that no cache answers. */
const KINDS: readonly (readonly [name: string, method: string, path: string, body?: object])[] = [
  ['search', 'POST', '/api/v1/memories/search', { tenantId: TENANT, query: 'what was decided about the kitchen $?' }],
  ['create', 'POST', '/api/v1/memories', { tenantId: TENANT, content: 'The ferry $ leaves at nine', type: 'event' }],
  ['list', 'GET', `/api/v1/memories?tenantId=${TENANT}`],
  ['chain', 'POST', '/api/v1/intelligence/decision-chain', { tenantId: TENANT, topic: 'why another supplier $?' }],
  ['patterns', 'POST', '/api/v1/intelligence/implicit-patterns', { tenantId: TENANT }],
  ['keys', 'GET', `/api/v1/api-keys?tenantId=${TENANT}`],
  ['usage', 'GET', `/api/v1/usage/metrics/${TENANT}`],
  ['openapi', 'GET', '/openapi.json'],
];

/** Where the service keeps its memories, and what is left to remove. */
interface Place {
  readonly name: string;
  readonly env: Record<string, string>;
  readonly key: () => Promise<string>;
  readonly close: () => Promise<void>;
}

async function embedded(): Promise<Place> {
  const dir = await mkdtemp(join(tmpdir(), 'mneme-first-'));
  return {
    name: 'embedded',
    env: { MNEME_DATA_DIR: dir },
    key: async () => (await readFile(join(dir, 'dev-key'), 'utf8')).trim(),
    close: () => rm(dir, { recursive: true }),
  };
}

async function postgres(): Promise<Place> {
  const database = await createTestDatabase();
  const vectors = await testVectors(database);
  const env = { ...database.env, ...vectors.env, SEED_TEST_TENANT: 'on' };
  const words = ['--tenant', TENANT, '--name', 'bench', '--environment', 'development', '--scopes', SCOPES];
  return {
    name: `PostgreSQL${'REDIS_URL' in env ? ', Redis' : ''}${'QDRANT_URL' in env ? ', Qdrant' : ''}`,
    env,
    key: async () => /mneme_dev_\w+/.exec((await mnemeCommand(env, 'keys', 'create', ...words)).out)?.[0] ?? '',
    close: async () => {
      await database.drop();
      await vectors.drop();
    },
  };
}

/** One start a kind: what one request warms up must not help the next. */
async function measure({ name, env, key, close }: Place): Promise<void> {
  await (await MnemeProcess.start('api', env)).stop();
  const token = await key();
  console.log(`${name}\nkind      ready s  first ms  tenth ms  ratio`);
  for (const [kind, method, path, body] of KINDS) {
    const startedAt = performance.now();
    const service = await MnemeProcess.start('api', { ...env, WARM_UP: process.env['WARM_UP'] ?? 'on' });
    // The client's own first request is not the service's.
    await timed(`${service.url}/health/live`, 'GET', token, undefined);
    const ready = (performance.now() - startedAt) / 1_000;
    const ms: number[] = [];
    for (let i = 0; i < REQUESTS; i++) ms.push(await timed(`${service.url}${path}`, method, token, textOf(body, i)));
    const [first = 0, tenth = 0] = [ms[0], ms.at(-1)];
    const cells = [ready, first, tenth, first / tenth].map((value) => value.toFixed(1).padStart(8));
    console.log(`${kind.padEnd(8)}${cells.join('  ')}`);
    await service.stop();
  }
  await close();
}

function textOf(body: object | undefined, i: number): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body).replace('$', `number ${i}`);
}

async function timed(url: string, method: string, token: string, body: string | undefined): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const startedAt = performance.now();
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
  return performance.now() - startedAt;
}

/**
 * Whether the first request after a start is as fast as the tenth: `node dist-test/test/bench/first-requests.main.js`, with
 * TEST_DATABASE_URL (and TEST_REDIS_URL, TEST_QDRANT_URL) on these too, and with WARM_UP=off as it would be.
 */
await measure(await embedded());
if (process.env['TEST_DATABASE_URL'] !== undefined) await measure(await postgres());
