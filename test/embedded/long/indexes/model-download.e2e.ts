import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../../support/service/api.js';
import { ModelHub } from '../../../support/vectors/model-hub.js';
import { ServerProcess } from '../../../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const WEIGHTS = 'onnx/model_quantized.onnx';

describe('a model that is named as on the hub', () => {
  let hub: ModelHub;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    hub = await ModelHub.start();
    folder = await mkdtemp(join(tmpdir(), 'mneme-hub-'));
    env = { EMBEDDING_MODEL: 'acme/small', MODELS_DIR: join(folder, 'models'), MODELS_HUB_URL: hub.url };
  });
  afterAll(async () => {
    await hub.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is downloaded at the first start, tells how far it is, and is kept for the next', async () => {
    const dataDir = join(folder, 'data');
    const first = await ServerProcess.start(env, dataDir);
    const api = new Api(first.url, first.ready.developmentKey);
    const memory = { tenantId: TENANT, type: 'semantic', content: 'The spare key hangs behind the blue door.' };
    expect((await api.post('/api/v1/memories', memory)).status).toBe(201);
    const { body } = await api.post('/api/v1/memories/search', { tenantId: TENANT, query: 'where is the spare key' });
    expect((body as { data: { results: unknown[] } }).data.results).toHaveLength(1);
    await first.stop();
    expect(hub.sent).toContain(WEIGHTS);
    const log = first.log.join('');
    expect(log).toContain(`downloading acme/small: ${WEIGHTS}, 100 % of 7.9 MB`);
    // Nothing was stored before this start, so nothing can be missing from the index.
    expect(log).not.toContain('there are no vectors');

    const sent = hub.sent.length;
    const second = await ServerProcess.start(env, dataDir);
    await second.stop();
    expect(hub.sent).toHaveLength(sent);
    expect(second.log.join('')).not.toContain('downloading');
  });

  it('but is not there ends the start with its name', async () => {
    const start = ServerProcess.start({ ...env, EMBEDDING_MODEL: 'acme/nothing' }, join(folder, 'other'));
    await expect(start).rejects.toThrow('acme/nothing');
  });
});
