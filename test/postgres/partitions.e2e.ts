import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { Api } from '../support/service/api.js';
import { mnemeCommand } from '../support/service/mneme-command.js';
import { MnemeProcess } from '../support/service/mneme-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { openTestQdrant, type TestQdrant } from '../support/vectors/test-qdrant.js';

const PARTITIONS = 8;
const TABLES = ['memories', 'memory_tags', 'memory_features', 'memory_mentions'];

/** deploy/postgres/partition.sql, as docs/operate/scaling.md has it. */
describe('tables that are hash-partitioned by tenant', () => {
  let database: TestDatabase;
  let qdrant: TestQdrant;
  let client: Client;
  const env = (): Record<string, string> => ({
    ...database.env,
    QDRANT_URL: qdrant.url,
    QDRANT_COLLECTION: database.name,
  });
  const definitions = async (): Promise<unknown[]> =>
    (
      await client.query(
        `SELECT tablename, indexname, replace(indexdef, ' ON ONLY ', ' ON ') AS definition FROM pg_indexes
          WHERE tablename = ANY ($1) ORDER BY indexname`,
        [TABLES],
      )
    ).rows;
  const plan = async (sql: string): Promise<string> => JSON.stringify((await client.query(`EXPLAIN ${sql}`)).rows);

  beforeAll(async () => {
    database = await createTestDatabase();
    qdrant = await openTestQdrant();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await qdrant.drop(database.name);
    await database.drop();
  });

  it('answer as before, each statement from one partition', async () => {
    let server = await MnemeProcess.start('api', env());
    const created: { tenantId: string; token: string }[] = [];
    for (const tenant of ['north', 'south']) {
      expect(await mnemeCommand(env(), 'tenants', 'create', tenant)).toMatchObject({ code: 0 });
      const { out } = await mnemeCommand(env(), 'keys', 'create', '--tenant', tenant, '--name', 'one', '--json');
      created.push({ tenantId: tenant, token: (JSON.parse(out) as { plainKey: string }).plainKey });
    }
    const write = async (content: string): Promise<void> => {
      for (const { tenantId, token } of created) {
        const body = { tenantId, content: `${content} of the ${tenantId}`, type: 'event', tags: ['boat'] };
        expect((await new Api(server.url, token).post('/api/v1/memories', body)).status).toBe(201);
      }
    };
    const read = async (): Promise<unknown[]> =>
      Promise.all(
        created.map(async ({ tenantId, token }) => {
          const api = new Api(server.url, token);
          const found = await api.post('/api/v1/memories/search', { tenantId, query: 'the boat of the north' });
          const listed = await api.get(`/api/v1/memories?tenantId=${tenantId}&tags=boat`);
          return [found.body.data.results.map(({ content }: any) => content), listed.body.data];
        }),
      );
    await write('The boat');
    await write('The harbour');
    const before = await read();
    const indexes = await definitions();
    await server.stop();

    const script = ['--no-psqlrc', '--dbname', database.url, '--set', `partitions=${PARTITIONS}`];
    await promisify(execFile)('psql', [...script, '--file', 'deploy/postgres/partition.sql']);
    expect(await definitions()).toEqual(indexes);
    server = await MnemeProcess.start('api', env());
    expect(await read()).toEqual(before);
    await write('The lighthouse');
    expect((await read()).map((each: any) => each[1].pagination.total)).toEqual([3, 3]);
    await server.stop();
    const used = await plan(
      `SELECT * FROM memories WHERE tenant_id = 'north' ORDER BY created_at DESC, id DESC LIMIT 20`,
    );
    expect(new Set(used.match(/\bmemories_\d+\b/g)).size).toBe(1);
    expect(await mnemeCommand(env(), 'doctor')).toMatchObject({ code: 0 });
  }, 400_000);
});
