import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EmbeddedDatabase } from '@mneme/platform/database';
import { Client } from 'pg';
import { Api, type ApiResponse } from '../support/service/api.js';
import { eventually } from '../support/eventually.js';
import { mnemeCommand } from '../support/service/mneme-command.js';
import { MnemeProcess } from '../support/service/mneme-process.js';
import { QdrantDouble } from '../support/vectors/qdrant-double/qdrant-double.js';
import { serverCommand } from '../support/service/server-command.js';
import { ServerProcess } from '../support/service/server-process.js';
import { NODE_FLAGS } from '../support/service/node-flags.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const MEMORIES = 1_500;
const QUERIES = [
  'a walk along the river',
  'who repaired the bicycle?',
  'soup with lentils',
  'number 77',
  'plans for may',
];
/** Each fills an installation of its own. */
const LIMIT_MS = 600_000;
const SUBJECTS = [
  'walked along the river',
  'repaired the bicycle',
  'cooked lentil soup',
  'made plans for may',
  'read a book',
];
const NAMES = ['Anna', 'Boris', 'Clara', 'Deniz', 'Emil', 'Fatou', 'Greta'];

/** The records are the truth: whatever happens to the index, it is made from them again and finds the same. */
describe('mneme reindex after the vector index was destroyed', () => {
  let qdrant: QdrantDouble;
  let server: MnemeProcess;
  let dataDir: string;
  let api: Api;
  const env = (inQdrant: boolean): Record<string, string> => ({
    MNEME_DATA_DIR: dataDir,
    DEFAULT_PLAN: 'enterprise',
    SEED_TEST_TENANT: 'off',
    ...(inQdrant ? { QDRANT_URL: qdrant.url } : {}),
  });
  const start = async (inQdrant: boolean): Promise<void> => {
    server = await MnemeProcess.start('api', env(inQdrant));
    api = new Api(server.url, (await readFile(join(dataDir, 'dev-key'), 'utf8')).trim());
  };
  const store = async (): Promise<void> => {
    for (let from = 0; from < MEMORIES; from += 500) {
      const memories = Array.from({ length: 500 }, (_, i) => ({
        content: `${NAMES[(from + i) % 7]} ${SUBJECTS[(from + i) % 5]}, number ${from + i}`,
        type: 'event',
      }));
      expect((await api.post('/api/v1/memories/bulk', { tenantId: TENANT, memories })).status).toBe(200);
    }
    await settled();
  };
  const search = (query: string): Promise<ApiResponse> =>
    api.post('/api/v1/memories/search', { query, tenantId: TENANT, limit: 20 });
  /** Every result with its relevance, in order. A busy machine may take longer for one than Qdrant's two seconds. */
  const answers = async (): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (const query of QUERIES) {
      await eventually(async () => {
        const { status, body } = await search(query);
        expect(status).toBe(200);
        found.push(body.data.results.map((result: any) => [result.id, result.relevance]));
      });
    }
    return found;
  };
  const settled = (): Promise<void> =>
    eventually(async () => {
      const { text } = await api.get('/metrics');
      expect(Number(/^mneme_index_queue_waiting (\d+)/m.exec(text)?.[1])).toBe(0);
    }, LIMIT_MS);
  /** Results of all queries; an index that is not there has none. */
  const found = async (): Promise<number> => {
    const all = await Promise.all(QUERIES.map(search));
    return all.reduce((sum, { body }) => sum + Number(body.data?.results.length ?? 0), 0);
  };

  /** @returns what was found before */
  const stopWithoutIndex = async (): Promise<unknown[]> => {
    await start(true);
    await store();
    const before = await answers();
    await server.stop();
    await dropCollections(qdrant.url);
    return before;
  };

  beforeEach(async () => {
    qdrant = await QdrantDouble.start();
    dataDir = await mkdtemp(join(tmpdir(), 'mneme-reindex-'));
    await ServerProcess.copyTemplate(dataDir);
  });
  afterEach(async () => {
    await server.stop();
    await qdrant.stop();
    await rm(dataDir, { recursive: true });
  });

  it(
    'finds the same after the collections in Qdrant were deleted under the running service',
    async () => {
      await start(true);
      await store();
      const before = await answers();
      await dropCollections(qdrant.url);
      expect(await found()).toBe(0);
      const command = await serverCommand(dataDir, ['reindex', '--json']);
      expect(command.code).toBe(0);
      expect(JSON.parse(command.out)).toEqual({ reindexed: MEMORIES });
      expect(await answers()).toEqual(before);
    },
    LIMIT_MS,
  );

  it(
    'goes on where it stood when it was killed',
    async () => {
      const before = await stopWithoutIndex();
      await killOnceUnderWay(env(true), qdrant.url);
      const command = await mnemeCommand(env(true), 'reindex', '--json');
      expect(command).toMatchObject({ code: 0, err: expect.stringContaining('goes on where it stood') });
      expect(JSON.parse(command.out)).toEqual({ reindexed: MEMORIES });
      await start(true);
      expect(await answers()).toEqual(before);
    },
    LIMIT_MS,
  );

  it(
    'is not needed at a start that finds the collections gone, however often it is killed while it makes them anew',
    async () => {
      const before = await stopWithoutIndex();
      for (const arrived of [1, 700]) {
        await start(true);
        await eventually(async () => {
          expect(await pointsIn(qdrant.url)).toBeGreaterThanOrEqual(arrived);
        }, LIMIT_MS);
        await server.kill();
        expect(await pointsIn(qdrant.url)).toBeLessThan(MEMORIES);
      }
      await start(true);
      await eventually(async () => {
        expect(await pointsIn(qdrant.url)).toBe(MEMORIES);
      }, LIMIT_MS);
      await settled();
      expect(await answers()).toEqual(before);
    },
    LIMIT_MS,
  );

  it(
    'finds the same after the tables of pgvector were emptied',
    async () => {
      await start(false);
      await store();
      const before = await answers();
      await server.stop();
      await emptyVectors(dataDir);
      await start(false);
      expect(await found()).toBe(0);
      const command = await serverCommand(dataDir, ['reindex', '--json']);
      expect([command.code, JSON.parse(command.out)]).toEqual([0, { reindexed: MEMORIES }]);
      expect(await answers()).toEqual(before);
    },
    LIMIT_MS,
  );
});

async function collectionsOf(url: string): Promise<string[]> {
  const { result } = (await (await fetch(`${url}/collections`)).json()) as {
    result: { collections: { name: string }[] };
  };
  return result.collections.map(({ name }) => `${url}/collections/${encodeURIComponent(name)}`);
}

/** In the only collection there is; 0 where there is none. */
async function pointsIn(url: string): Promise<number> {
  const [collection] = await collectionsOf(url);
  if (collection === undefined) return 0;
  const { result } = (await (await fetch(collection)).json()) as { result: { points_count: number } };
  return result.points_count;
}

async function dropCollections(url: string): Promise<void> {
  const collections = await collectionsOf(url);
  expect(collections.length).toBeGreaterThan(0);
  for (const collection of collections) await fetch(collection, { method: 'DELETE' });
}

/** Nobody holds the data directory meanwhile. */
async function emptyVectors(dataDir: string): Promise<void> {
  const database = await EmbeddedDatabase.open(join(dataDir, 'database'), dataDir);
  const client = new Client({ host: dataDir, user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^vector_(memories|points|terms)'`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  await client.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')}`);
  await client.end();
  await database.close();
}

/** `mneme reindex`, killed when a part of the memories has arrived. */
async function killOnceUnderWay(env: Record<string, string>, qdrant: string): Promise<void> {
  const variables = { PATH: process.env['PATH'] ?? '', ...env };
  const child = spawn(process.execPath, [...NODE_FLAGS, resolve('dist-test/apps/cli/main.js'), 'reindex'], {
    env: variables,
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await eventually(async () => {
    expect(await pointsIn(qdrant)).toBeGreaterThan(150);
  }, LIMIT_MS);
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}
