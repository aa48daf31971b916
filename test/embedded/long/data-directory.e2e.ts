import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../support/service/api.js';
import { mnemeCommand } from '../../support/service/mneme-command.js';
import { ServerProcess } from '../../support/service/server-process.js';
import { failedStart } from '../../support/service/failed-start.js';

const TENANT = '00000000-0000-0000-0000-000000000001';

/** The superuser may write anywhere, so that what others may not must be tried as somebody else. */
function unprivileged(): { uid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534 } : {};
}

/** Everything in a folder with its mode, those left out that only their owner may touch. */
async function openToOthers(folder: string): Promise<string[]> {
  const paths = [folder, ...(await readdir(folder, { recursive: true })).map((name) => join(folder, name))];
  const modes = await Promise.all(paths.map(async (path) => [path, await lstat(path)] as const));
  return modes
    .filter(([, entry]) => !entry.isSymbolicLink() && (entry.mode & 0o777) !== (entry.isDirectory() ? 0o700 : 0o600))
    .map(([path, { mode }]) => `${path} ${(mode & 0o777).toString(8)}`);
}

async function startOnCopy(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  await ServerProcess.copyTemplate(dataDir);
  return ServerProcess.start(env, dataDir);
}

describe('the data directory', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mneme-start-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps its secrets to its owner, and its key and memories over a restart', async () => {
    const dir = join(folder, 'data');
    const first = await startOnCopy(dir, { TEST_EXAMPLE: 'off' });
    const key = first.ready.developmentKey;
    const body = { content: 'The kettle is descaled with vinegar', type: 'procedural', tenantId: TENANT };
    await new Api(first.url, key).post('/api/v1/memories', body);
    for (const file of ['dev-key', 'secrets.json']) {
      expect((await stat(join(dir, file))).mode & 0o777).toBe(0o600);
    }
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dir, 'run'))).mode & 0o777).toBe(0o700);
    expect(await first.stop()).toBe(0);

    const second = await ServerProcess.start({}, dir);
    expect(second.ready.developmentKey).toBe(key);
    const found = await new Api(second.url, key).post('/api/v1/memories/search', {
      query: 'limescale',
      tenantId: TENANT,
    });
    expect(found.body.data.results[0].content).toBe(body.content);
    // The feature that came with the second start brings scopes, and the key that was there has them.
    const notes = `/api/v1/memories/${found.body.data.results[0].id as string}/notes`;
    expect((await new Api(second.url, key).get(`${notes}?tenantId=${TENANT}`)).status).toBe(200);
    await second.stop();
  });

  it('that existed before, open to everybody, is closed whatever the umask, and mended where it was opened', async () => {
    const dir = join(folder, 'data');
    const before = process.umask(0);
    try {
      await mkdir(dir);
      await mnemeCommand({ MNEME_DATA_DIR: dir }, 'migrate');
      expect(await openToOthers(dir)).toEqual([]);
      const outside = join(folder, 'outside');
      await writeFile(outside, '');
      await symlink(outside, join(dir, 'database', 'link'));
      await writeFile(join(dir, 'notes.txt'), 'not ours');
      for (const path of await readdir(dir, { recursive: true })) {
        const entry = await lstat(join(dir, path));
        if (!entry.isSymbolicLink()) await chmod(join(dir, path), entry.isDirectory() ? 0o777 : 0o666);
      }
      await chmod(dir, 0o755);
      const server = await ServerProcess.start({}, dir);
      const body = { content: 'kept to oneself', type: 'task', tenantId: TENANT };
      await new Api(server.url, server.ready.developmentKey).post('/api/v1/memories', body);
      expect(await openToOthers(dir)).toEqual([`${join(dir, 'notes.txt')} 666`]);
      expect((await stat(outside)).mode & 0o777).toBe(0o666);
      await server.stop();
      expect(await openToOthers(dir)).toEqual([`${join(dir, 'notes.txt')} 666`]);
    } finally {
      process.umask(before);
    }
  });

  it('that leads elsewhere by a link in it is refused', async () => {
    const dir = join(folder, 'data');
    await mkdir(join(folder, 'elsewhere'), { mode: 0o755 });
    await mkdir(dir);
    await symlink(join(folder, 'elsewhere'), join(dir, 'database'));
    const { code, stderr } = await failedStart({ MNEME_DATA_DIR: dir });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/database is a symbolic link\. Set MNEME_DATA_DIR/)]);
    expect((await stat(join(folder, 'elsewhere'))).mode & 0o777).toBe(0o755);
  });

  // Only the superuser can make what belongs to somebody else.
  (process.getuid?.() === 0 ? it : it.skip)('of another user is refused with the way out', async () => {
    const dir = join(folder, 'data');
    await chmod(folder, 0o755);
    await mkdir(dir);
    await chmod(dir, 0o777);
    const { code, stderr } = await failedStart({ MNEME_DATA_DIR: dir }, unprivileged());
    expect([code, stderr]).toEqual([1, expect.stringMatching(/belongs to another user .* Set MNEME_DATA_DIR/)]);
  });

  it('is held by one process, however long its path, until that one ends or is killed', async () => {
    const first = await startOnCopy(join(folder, 'x'.repeat(60), 'y'.repeat(60)));
    const { code, stderr } = await failedStart({ MNEME_DATA_DIR: first.dataDir });
    expect(code).toBe(1);
    expect(stderr).toContain('in use by another Mneme process');
    const health = await new Api(first.url, first.ready.developmentKey).get(`/api/v1/memories?tenantId=${TENANT}`);
    expect(health.status).toBe(200);
    await first.kill();
    const second = await ServerProcess.start({}, first.dataDir);
    expect(second.url).toMatch(/^http/);
    await second.stop();
  });

  it('that cannot be written is refused with the way out', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { code, stderr } = await failedStart({ MNEME_DATA_DIR: join(file, 'data') });
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be used: .* Set MNEME_DATA_DIR/);
  });

  it('that is read-only is refused with the way out', async () => {
    const dir = join(folder, 'data');
    await mkdir(dir);
    await chmod(folder, 0o755);
    await chmod(dir, 0o555);
    const { code, stderr } = await failedStart({ MNEME_DATA_DIR: dir }, unprivileged());
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${dir} cannot be used`)]);
  });

  it('of a newer version is refused untouched', async () => {
    const dir = join(folder, 'data');
    await mkdir(dir);
    await writeFile(join(dir, 'FORMAT'), '2\n');
    const { code, stderr } = await failedStart({ MNEME_DATA_DIR: dir });
    expect([code, stderr]).toEqual([1, expect.stringContaining('made by a newer version of Mneme')]);
    expect(await readFile(join(dir, 'FORMAT'), 'utf8')).toBe('2\n');
  });
});
