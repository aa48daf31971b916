import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../support/service/api.js';
import { mnemeCommand, type FinishedCommand } from '../support/service/mneme-command.js';
import { MnemeProcess } from '../support/service/mneme-process.js';
import { serverCommand } from '../support/service/server-command.js';
import { ServerProcess } from '../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const MEMORIES = '/api/v1/memories';

interface Status {
  readonly features: readonly {
    readonly feature: string;
    readonly inThisBuild: boolean;
    readonly migrations: readonly { readonly name: string; readonly state: string }[];
    readonly objects: readonly object[];
  }[];
}

/** The test server has the feature of docs/guides/extending.md; the installed service and command line have not. */
describe('a data directory with a feature that the build no longer has', () => {
  let dataDir: string;
  let key: string;
  let memory: string;
  let service: MnemeProcess | undefined;
  const mneme = (...words: string[]): Promise<FinishedCommand> => mnemeCommand({ MNEME_DATA_DIR: dataDir }, ...words);
  const notesOf = (out: string) => (JSON.parse(out) as Status).features.find(({ feature }) => feature === 'notes');

  beforeAll(async () => {
    const server = await ServerProcess.start({ SEED_TEST_TENANT: 'off' });
    dataDir = server.dataDir;
    const scopes = 'read:memories,write:memories,read:notes,write:notes';
    const words = ['keys', 'create', '--tenant', TENANT, '--name', 'notes', '--scopes', scopes, '--json'];
    key = (JSON.parse((await serverCommand(dataDir, words)).out) as { plainKey: string }).plainKey;
    const api = new Api(server.url, key);
    const body = { content: 'The ferry leaves at noon', type: 'event', tenantId: TENANT };
    memory = (await api.post(MEMORIES, body)).body.data.id as string;
    const note = await api.post(`${MEMORIES}/${memory}/notes`, { text: 'Said so twice', tenantId: TENANT });
    expect(note.status).toBe(201);
    await server.stop();
  });
  afterAll(async () => {
    await service?.stop();
    await rm(dataDir, { recursive: true });
  });

  it('is served, with one log line; keys with its scopes work, and deleting takes its rows along', async () => {
    service = await MnemeProcess.start('api', { MNEME_DATA_DIR: dataDir, SEED_TEST_TENANT: 'off' });
    const lines = service.log.join('').split('\n');
    expect(lines.filter((line) => line.includes('migrations that this build does not have'))).toEqual([
      expect.stringMatching(
        /Notes1763800000000 \(notes, applied by release 1\.0\.0\), NoteReminders1764200032000 \(notes/,
      ),
    ]);
    const api = new Api(service.url, key);
    expect((await api.get(`${MEMORIES}/${memory}?tenantId=${TENANT}`)).status).toBe(200);
    expect((await api.get(`${MEMORIES}/${memory}/notes?tenantId=${TENANT}`)).status).toBe(404);

    const status = await serverCommand(dataDir, ['migrate', 'status', '--json']);
    expect(notesOf(status.out)).toMatchObject({
      inThisBuild: false,
      migrations: [
        { name: 'Notes1763800000000', state: 'unknown' },
        { name: 'NoteReminders1764200032000', state: 'unknown' },
      ],
      objects: [
        { kind: 'table', name: 'note_reminders' },
        { kind: 'table', name: 'notes' },
      ],
    });
    expect(await serverCommand(dataDir, ['migrate', 'forget-feature', 'notes', '--drop-tables'])).toEqual({
      code: 1,
      out: '',
      err: 'A running server holds the data directory. Stop it, then run this command again.\n',
    });
    expect(await serverCommand(dataDir, ['migrate', 'forgets'])).toMatchObject({ code: 2, out: '' });
    const migrated = await serverCommand(dataDir, ['migrate']);
    expect(migrated.out).toMatch(/^The database is up to date\.\nThe database has migrations .* work with: Notes/);
    expect((await api.delete(`${MEMORIES}/${memory}?tenantId=${TENANT}`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it('forgets it, and all that it made, by one command', async () => {
    const done = await mneme('migrate', 'forget-feature', 'notes', '--drop-tables');
    expect(done).toEqual({
      code: 0,
      out: 'The feature notes is forgotten: Notes1763800000000, NoteReminders1764200032000.\nDropped: note_reminders, notes.\n',
      err: '',
    });
    const status = await mneme('migrate', 'status', '--json');
    expect([status.code, notesOf(status.out)]).toEqual([0, undefined]);
  });
});

describe('mneme migrate status without a database', () => {
  it('says so, names the folder, and creates nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-none-'));
    const dataDir = join(folder, 'data');
    const { code, out, err } = await mnemeCommand({ MNEME_DATA_DIR: dataDir }, 'migrate', 'status');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`there is no database in ${dataDir}`);
    expect(err).toContain('MNEME_DATA_DIR');
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
