import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedDatabase } from '@mneme/platform/database';
import { Client } from 'pg';
import { Api } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { MnemeProcess } from '../../support/service/mneme-process.js';
import { serverCommand } from '../../support/service/server-command.js';
import { ServerProcess } from '../../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const MEMORIES = 250;

/** What chains and patterns are made from is made when a memory is stored, and can be made anew at any time. */
describe('features of an installation', () => {
  let server: MnemeProcess;
  let dataDir: string;
  let api: Api;
  const env = (): Record<string, string> => ({ MNEME_DATA_DIR: dataDir, SEED_TEST_TENANT: 'off' });
  const start = async (): Promise<void> => {
    server = await MnemeProcess.start('api', env());
    api = new Api(server.url, (await readFile(join(dataDir, 'dev-key'), 'utf8')).trim());
  };
  /** Memories that patterns are looked for in, and what is said about the others. */
  const analysed = async (): Promise<[number, string[]]> => {
    const { body } = await api.post('/api/v1/intelligence/implicit-patterns', { tenantId: TENANT });
    return [
      body.data.analysed.memories,
      body.data.warnings.filter((warning: string) => warning.includes('not analysed yet')),
    ];
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mneme-features-'));
    await ServerProcess.copyTemplate(dataDir);
    await start();
    const memories = Array.from({ length: MEMORIES }, (_, i) => ({ content: `Anna walked ${i} miles`, type: 'event' }));
    await api.post('/api/v1/memories/bulk', { tenantId: TENANT, memories });
    await eventually(async () => {
      expect(await analysed()).toEqual([MEMORIES, []]);
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true });
  });

  it('are made anew by mneme reindex --features, under the running service', async () => {
    await server.stop();
    await empty(dataDir, 'memory_features, memory_mentions');
    await start();
    const [count, warnings] = await analysed();
    expect(count).toBe(0);
    expect(warnings).toHaveLength(1);
    const command = await serverCommand(dataDir, ['reindex', '--features', '--json']);
    expect([command.code, JSON.parse(command.out)]).toEqual([0, { features: MEMORIES }]);
    expect(await analysed()).toEqual([MEMORIES, []]);
  });

  it('are made by the service where a release before did not make them', async () => {
    await server.stop();
    await empty(dataDir, 'memory_features, memory_mentions, feature_scans');
    await start();
    await eventually(async () => {
      expect(await analysed()).toEqual([MEMORIES, []]);
    }, 60_000);
  });
});

/** Nobody holds the data directory meanwhile. */
async function empty(dataDir: string, tables: string): Promise<void> {
  const database = await EmbeddedDatabase.open(join(dataDir, 'database'), dataDir);
  const client = new Client({ host: dataDir, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(`TRUNCATE ${tables}`);
  await client.end();
  await database.close();
}
