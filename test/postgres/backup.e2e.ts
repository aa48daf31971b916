import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Api } from '../support/service/api.js';
import { mnemeCommand } from '../support/service/mneme-command.js';
import { MnemeProcess } from '../support/service/mneme-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { openTestQdrant, type TestQdrant } from '../support/vectors/test-qdrant.js';

const MEMORIES = 400;
const QUERIES = ['who has the key of the boat house?', 'number 17', 'lamps for the stairs', 'tea'];
const THINGS = [
  'keeps the key of the boat house',
  'ordered lamps for the stairs',
  'drinks green tea',
  'sold the old piano',
];

/** deploy/backup, as docs/operate/backup.md has it. */
describe('a dump that is restored into a new database', () => {
  let folder: string;
  let qdrant: TestQdrant;
  let first: TestDatabase;
  let second: TestDatabase;
  let key: string;
  let server: MnemeProcess | undefined;
  const dump = (): string => join(folder, 'mneme.dump');
  const env = (database: TestDatabase): Record<string, string> => ({
    ...first.env,
    DATABASE_URL: database.url,
    QDRANT_URL: qdrant.url,
    QDRANT_COLLECTION: database.name,
    DEFAULT_PLAN: 'enterprise',
  });
  const answers = async ({ url }: MnemeProcess): Promise<unknown[]> => {
    const api = new Api(url, key);
    const list = await api.get('/api/v1/memories?tenantId=kept&limit=100');
    const found = QUERIES.map((query) => api.post('/api/v1/memories/search', { query, tenantId: 'kept', limit: 20 }));
    const results = (await Promise.all(found)).map(({ body }) =>
      body.data.results.map((result: any) => [result.id, result.content, result.relevance]),
    );
    expect(results.flat().length).toBeGreaterThan(20);
    return [list.body.data, ...results];
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-backup-'));
    qdrant = await openTestQdrant();
    first = await createTestDatabase();
    second = await createTestDatabase();
  });
  afterAll(async () => {
    await server?.stop();
    await qdrant.drop(first.name);
    await first.drop();
    await second.drop();
    await rm(folder, { recursive: true });
  });

  it('answers as before: same memories, same keys, same results', async () => {
    server = await MnemeProcess.start('api', env(first));
    await command(env(first), 'tenants', 'create', 'kept');
    const created = await command(env(first), 'keys', 'create', '--tenant', 'kept', '--name', 'backup', '--json');
    key = (JSON.parse(created) as { plainKey: string }).plainKey;
    const memories = Array.from({ length: MEMORIES }, (_, i) => ({
      content: `Person ${i % 37} ${THINGS[i % 4]}, number ${i}`,
      type: 'semantic',
    }));
    const stored = await new Api(server.url, key).post('/api/v1/memories/bulk', { tenantId: 'kept', memories });
    expect(stored.body.data.results).toHaveLength(MEMORIES);
    const before = await answers(server);

    // While the service runs.
    expect((await script('dump', first.url, dump())).stdout).toContain(`${MEMORIES} memories, `);
    await server.stop();

    expect((await script('restore', second.url, dump())).stdout).toContain(`${MEMORIES} memories restored`);
    await command(env(second), 'reindex');
    server = await MnemeProcess.start('api', env(second));
    expect(await answers(server)).toEqual(before);
    await server.stop();
    expect(await command(env(second), 'doctor')).toContain(`agrees on ${MEMORIES} memories`);
  }, 400_000);

  it('is made by a schedule, which keeps the newest, and none is removed for one that fails', async () => {
    const backups = await mkdtemp(join(folder, 'scheduled-'));
    const old = [1, 2, 3].map((day) => `mneme-2026010${day}T021700Z.dump`);
    for (const name of [...old, 'mneme-20260104T021700Z.dump.part', 'notes.txt'])
      await writeFile(join(backups, name), '');
    const scheduled = (url: string, keep: string): Promise<{ stdout: string }> => {
      const env = { ...process.env, BACKUP_DATABASE_URL: url, KEEP: keep };
      return run('bash', ['deploy/backup/scheduled.sh', backups], { env });
    };
    await expect(scheduled(first.url, '0')).rejects.toMatchObject({
      stderr: 'KEEP must be a whole number from 1 on\n',
    });
    await expect(scheduled(`${first.url}_gone`, '1')).rejects.toThrow(/does not exist/);
    expect((await readdir(backups)).sort()).toEqual([...old, 'notes.txt']);

    const { stdout } = await scheduled(first.url, '2');
    expect(stdout).toContain(`${MEMORIES} memories, `);
    const [kept, made, ...others] = (await readdir(backups)).sort();
    expect([kept, others]).toEqual([old[2], ['notes.txt']]);
    expect(made).toMatch(/^mneme-\d{8}T\d{6}Z\.dump$/);
    expect((await run('pg_restore', ['--list', join(backups, made ?? '')])).stdout).toContain(
      'TABLE DATA public memories',
    );
  });

  it('is refused by a database that holds something, and changes nothing there', async () => {
    await expect(script('restore', first.url, dump())).rejects.toMatchObject({
      stderr: 'The database is not empty: nothing was changed.\n',
    });
  });

  it('is not made by a role that row security hides the memories from', async () => {
    const role = `${first.name}_reader`;
    await first.query(`CREATE ROLE ${role} LOGIN; GRANT pg_read_all_data TO ${role}`);
    const url = Object.assign(new URL(first.url), { username: role }).toString();
    await expect(script('dump', url, dump())).rejects.toMatchObject({
      stderr: expect.stringContaining(`${role} does not see past row security`),
    });
    await first.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });
});

const run = promisify(execFile);

async function script(name: string, url: string, file: string): Promise<{ stdout: string }> {
  return run('bash', [`deploy/backup/${name}.sh`, file], { env: { ...process.env, DATABASE_URL: url } });
}

async function command(env: Record<string, string>, ...words: string[]): Promise<string> {
  const { code, out, err } = await mnemeCommand(env, ...words);
  expect([code, code === 0 ? '' : err]).toEqual([0, '']);
  return out;
}
