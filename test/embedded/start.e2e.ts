import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Api } from '../support/service/api.js';
import { mnemeCommand } from '../support/service/mneme-command.js';
import { ServerProcess } from '../support/service/server-process.js';
import { NODE_FLAGS } from '../support/service/node-flags.js';

const run = promisify(execFile);
const TENANT = '00000000-0000-0000-0000-000000000001';

const SECRET = 'p'.repeat(40);
/** A database that nobody answers for. */
const UNREACHABLE = {
  DATABASE_URL: `postgres://u:${SECRET}@127.0.0.1:1/x`,
  KEY_PEPPER: SECRET,
  SERVICE_JWT_KEY: SECRET,
  SECRETS_KEY: Buffer.alloc(32, 'p').toString('base64'),
};

/** What a start that must fail writes, and its exit code. */
async function failedStart(
  env: Record<string, string>,
  user: { uid?: number } = {},
  app: 'api' | 'worker' = 'api',
): Promise<{ code: number; stderr: string }> {
  const options = { env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env }, timeout: 30_000, ...user };
  const failure = await run(process.execPath, [...NODE_FLAGS, resolve(`dist-test/apps/${app}/main.js`)], options).then(
    () => ({ code: 0, stderr: '' }),
    (error: unknown) => error as { code: number; stderr: string },
  );
  return { code: failure.code, stderr: failure.stderr };
}

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

describe('a start', () => {
  it('whose port is in use says so in one line, before it touches anything', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    const dir = join(tmpdir(), `mneme-never-${port}`);
    const { code, stderr } = await failedStart({ PORT: port, MNEME_DATA_DIR: dir });
    const fix = 'Set PORT to a free port, or to 0 for any.';
    expect([code, stderr]).toEqual([1, `Port ${port} of 127.0.0.1 is in use by another process. ${fix}\n`]);
    await expect(stat(dir)).rejects.toThrow('ENOENT');
    const worker = await failedStart({ ...UNREACHABLE, WORKER_PORT: port }, {}, 'worker');
    expect([worker.code, worker.stderr]).toEqual([1, expect.stringMatching(/^Port \d+ .* Set WORKER_PORT .*\n$/)]);
    taken.close();
  });

  it('whose host is none of this machine says so in one line', async () => {
    const { code, stderr } = await failedStart({ HOST: '192.0.2.1' });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^192\.0\.2\.1 is no address .* Set HOST .*\n$/)]);
  });

  it('names everything that production misses', async () => {
    const { code, stderr } = await failedStart({ NODE_ENV: 'production', PORT: 'http' });
    expect(code).toBe(1);
    for (const name of ['PORT', 'DATABASE_URL', 'KEY_PEPPER', 'SERVICE_JWT_KEY', 'SECRETS_KEY'])
      expect(stderr).toContain(name);
  });

  it('names an unreachable database without its password', async () => {
    const { code, stderr } = await failedStart(UNREACHABLE);
    expect([code, stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
    expect(stderr).not.toContain(SECRET);
  });

  it('says in the log nothing of contents, keys and tokens', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'mneme-start-'));
    const server = await startOnCopy(dir, { LOG_LEVEL: 'trace' });
    const api = new Api(server.url, server.ready.developmentKey);
    await api.post('/api/v1/memories', { content: 'confidential-content', type: 'task', tenantId: TENANT });
    await api.post('/api/v1/memories/search', { query: 'confidential-query', tenantId: TENANT });
    await api.get(`/api/v1/memories?tenantId=${TENANT}&tags=confidential-tag`);
    await server.stop();
    const log = server.log.join('');
    expect(log).toContain('"msg":"request"');
    expect(log).toContain(TENANT);
    expect(log).not.toContain('confidential');
    expect(log).not.toContain(server.ready.developmentKey ?? 'no key');
    await rm(dir, { recursive: true });
  });

  it('answers what is under way when it is told to stop', async () => {
    const server = await ServerProcess.start();
    const api = new Api(server.url, server.ready.developmentKey);
    const body = { content: 'x', type: 'task', tenantId: TENANT };
    await api.post('/api/v1/memories', body);
    const answers = Array.from({ length: 20 }, () => api.post('/api/v1/memories', body));
    await answers[0];
    const code = server.stop();
    const settled = await Promise.allSettled(answers);
    const created = settled.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 201);
    expect(created).toHaveLength(20);
    expect(await code).toBe(0);
    await server.removeData();
  });
});

describe('a model', () => {
  let models: string;
  beforeEach(async () => {
    models = await mkdtemp(join(tmpdir(), 'mneme-models-'));
    await ServerProcess.copyTemplate(join(models, 'data'));
  });
  afterEach(async () => {
    await rm(models, { recursive: true, force: true });
  });
  const start = (model: string): Promise<{ code: number; stderr: string }> =>
    failedStart({
      MNEME_DATA_DIR: join(models, 'data'),
      EMBEDDING_MODEL: model,
      MODELS_DIR: models,
      MODELS_REMOTE: 'off',
    });

  it('whose folder is missing ends the start with its name and the way out', async () => {
    const { code, stderr } = await start('nobody/has-this');
    expect(code).toBe(1);
    expect(stderr).toContain('nobody/has-this');
    expect(stderr).toContain(models);
    expect(stderr).toContain('Fix:');
  });

  it('whose folder is broken ends the start with its name', async () => {
    const folder = join(models, 'broken');
    await mkdir(join(folder, 'onnx'), { recursive: true });
    for (const file of ['config.json', 'tokenizer.json', 'tokenizer_config.json']) {
      await copyFile(resolve('models/builtin', file), join(folder, file));
    }
    await writeFile(join(folder, 'onnx', 'model_quantized.onnx'), 'this is no model');
    const { code, stderr } = await start('broken');
    expect([code, stderr]).toEqual([1, expect.stringContaining('broken')]);
  });
});
