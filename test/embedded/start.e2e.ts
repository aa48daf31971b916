import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Api } from '../support/service/api.js';
import { failedStart } from '../support/service/failed-start.js';
import { ServerProcess } from '../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';

const SECRET = 'p'.repeat(40);
/** A database that nobody answers for. */
const UNREACHABLE = {
  DATABASE_URL: `postgres://u:${SECRET}@127.0.0.1:1/x`,
  KEY_PEPPER: SECRET,
  SERVICE_JWT_KEY: SECRET,
  SECRETS_KEY: Buffer.alloc(32, 'p').toString('base64'),
};

async function startOnCopy(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  await ServerProcess.copyTemplate(dataDir);
  return ServerProcess.start(env, dataDir);
}

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
