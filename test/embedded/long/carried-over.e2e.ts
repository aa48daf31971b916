import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { EmbeddedDatabase } from '@mneme/platform/database';
import { Api } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { serverCommand } from '../../support/service/server-command.js';
import { ServerProcess } from '../../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const TABLES = ['embedding_models', 'vector_models'];

/** Names the models of a stopped server as the first release did, which knew no version of the terms and one built-in model. */
async function asFirstRelease(dataDir: string): Promise<void> {
  const database = await EmbeddedDatabase.open(join(dataDir, 'database'), dataDir);
  const options = { ...database.preparation.login, type: 'postgres', installExtensions: false } as const;
  const dataSource = await new DataSource(options).initialize();
  for (const table of TABLES) {
    await dataSource.query(`UPDATE ${table} SET id = regexp_replace(id, '^builtin-fast@(.*)-\\d+$', 'builtin@\\1')`);
  }
  await dataSource.query(`UPDATE embedding_models SET name = 'builtin'`);
  await dataSource.destroy();
  await database.close();
}

describe('a data directory of the first release', () => {
  let server: ServerProcess;
  afterAll(async () => {
    await server.stop();
    await server.removeData();
  });

  it('is searched at once, and carried over to the built-in model of today by itself', async () => {
    server = await ServerProcess.start({ SEED_TEST_TENANT: 'off' });
    const api = (): Api => new Api(server.url, server.ready.developmentKey);
    const memories = ['He must not be given penicillin', 'The boat is moored at pier 4', 'Set max_connections to 200'];
    const body = { tenantId: TENANT, memories: memories.map((content) => ({ content, type: 'semantic' })) };
    expect((await api().post('/api/v1/memories/bulk', body)).status).toBe(200);
    const first = async (query: string): Promise<string | undefined> => {
      const answer = await api().post('/api/v1/memories/search', { query, tenantId: TENANT, limit: 1 });
      expect(answer.status).toBe(200);
      return (answer.body.data.results as { content: string }[])[0]?.content;
    };
    await server.stop();
    await asFirstRelease(server.dataDir);

    server = await ServerProcess.start({ EMBEDDING_MODEL: 'builtin', SEED_TEST_TENANT: 'off' }, server.dataDir);
    expect(await first('where is the boat moored?')).toBe(memories[1]);
    await eventually(async () => {
      expect(server.log.join('')).toMatch(/searches use the model builtin@[0-9a-f]{8}-\d+/);
    }, 120_000);
    expect(await first('where is the boat moored?')).toBe(memories[1]);
    expect(await first('how many max connections?')).toBe(memories[2]);
    expect(await first('which antibiotic is forbidden?')).toBe(memories[0]);
    const doctor = await serverCommand(server.dataDir, ['doctor', '--json']);
    expect(JSON.parse(doctor.out)).toMatchObject({ ok: true });
  }, 240_000);
});
