import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mnemeCommand } from '../support/service/mneme-command.js';
import { MnemeProcess } from '../support/service/mneme-process.js';
import { MEASURED_FLAGS } from '../support/service/node-flags.js';
import { createTestDatabase } from '../support/database/test-database.js';
import { testVectors } from '../support/vectors/test-qdrant.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const SCOPES = 'read:memories,write:memories,read:intelligence,write:webhooks,manage:keys,read:usage';
const REQUESTS = 10;
const STARTS = 3;

type Kind = readonly [name: string, method: string, path: string, body?: object];

/** What a start was measured at: ready in seconds, requests in milliseconds. */
interface Start {
  readonly ready: number;
  readonly first: number;
  readonly tenth: number;
}

/** One request of each kind; `$` becomes another word each time, so that no cache answers. */
const KINDS: readonly Kind[] = [
  ['search', 'POST', '/api/v1/memories/search', { tenantId: TENANT, query: 'what was decided about the kitchen $?' }],
  ['create', 'POST', '/api/v1/memories', { tenantId: TENANT, content: 'The ferry $ leaves at nine', type: 'event' }],
  ['list', 'GET', `/api/v1/memories?tenantId=${TENANT}`],
  ['chain', 'POST', '/api/v1/intelligence/decision-chain', { tenantId: TENANT, topic: 'why another supplier $?' }],
  ['patterns', 'POST', '/api/v1/intelligence/implicit-patterns', { tenantId: TENANT }],
  ['webhooks', 'GET', `/api/v1/webhooks?tenantId=${TENANT}`],
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

/** Each start serves one kind: what one request warms up must not help the next. Medians of several starts. */
async function measure({ name, env, key, close }: Place): Promise<void> {
  await (await MnemeProcess.start('api', env)).stop();
  const token = await key();
  await warmClient(token);
  console.log(`${name}, median of ${STARTS} starts\nkind       ready s  first ms  tenth ms  ratio`);
  for (const kind of KINDS) {
    const starts: Start[] = [];
    for (let i = 0; i < STARTS; i++) starts.push(await firstRequests(env, token, kind));
    const [ready, first, tenth] = (['ready', 'first', 'tenth'] as const).map((part) => medianOf(starts, part));
    const cells = [ready, first, tenth, (first ?? 0) / (tenth ?? 1)].map((value = 0) => value.toFixed(1).padStart(8));
    console.log(`${kind[0].padEnd(9)}${cells.join('  ')}`);
  }
  await close();
}

async function firstRequests(env: Place['env'], token: string, [, method, path, body]: Kind): Promise<Start> {
  const startedAt = performance.now();
  const service = await MnemeProcess.start('api', { ...env, WARM_UP: process.env['WARM_UP'] ?? 'on' }, MEASURED_FLAGS);
  const ready = (performance.now() - startedAt) / 1_000;
  // Connecting is not what is measured.
  await timed(`${service.url}/health/live`, 'GET', token, undefined);
  const ms: number[] = [];
  for (let i = 0; i < REQUESTS; i++) ms.push(await timed(`${service.url}${path}`, method, token, textOf(body, i)));
  await service.stop();
  return { ready, first: ms[0] ?? 0, tenth: ms.at(-1) ?? 0 };
}

function medianOf(starts: readonly Start[], part: keyof Start): number {
  return starts.map((start) => start[part]).toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? 0;
}

/** The client compiles its own code too, and that is not the service's time. */
async function warmClient(token: string): Promise<void> {
  const echo = createServer((request, response) => {
    request.pipe(response);
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
  for (let i = 0; i < 3 * REQUESTS; i++) {
    await timed(url, 'GET', token, undefined);
    await timed(url, 'POST', token, '{}');
  }
  echo.closeAllConnections();
  echo.close();
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
