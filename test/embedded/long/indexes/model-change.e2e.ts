import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../../support/service/api.js';
import { eventually } from '../../../support/eventually.js';
import type { FinishedCommand } from '../../../support/service/mneme-command.js';
import { serverCommand } from '../../../support/service/server-command.js';
import { ServerProcess } from '../../../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const MEMORIES = 200;
const CLIENTS = 20;

/** `mneme …` through the server of this data directory. */
function mneme(dataDir: string, ...words: string[]): Promise<FinishedCommand> {
  return serverCommand(dataDir, words);
}

/** The built-in model with other weights in a twentieth of its words. */
async function otherModel(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-model-'));
  await cp('models/builtin', folder, { recursive: true });
  const file = join(folder, 'onnx', 'model_quantized.onnx');
  const weights = await readFile(file);
  for (let i = 4_000_000; i < 4_400_000; i++) weights[i] = (weights[i] ?? 0) ^ 1;
  await writeFile(file, weights);
  return folder;
}

/** Many at once, each item once. */
async function forEachAtOnce<T>(many: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: many }, worker));
}

describe('a change of the model', () => {
  let folder: string;
  let server: ServerProcess;
  let api: Api;
  /** @returns what was stored, and whether it is to be found at once: a slow machine may answer `pending` */
  const create = async (content: string): Promise<{ id: string; pending: boolean }> => {
    const { status, body } = await api.post('/api/v1/memories', { content, type: 'event', tenantId: TENANT });
    expect(status).toBe(201);
    return { id: body.data.id as string, pending: 'indexing' in body.metadata };
  };
  const found = async (query: string): Promise<string[]> => {
    const { status, body } = await api.post('/api/v1/memories/search', { query, tenantId: TENANT, limit: 100 });
    expect({ status, warnings: (body.metadata as { warnings?: unknown }).warnings }).toEqual({ status: 200 });
    return body.data.results.map(({ id }: { id: string }) => id);
  };
  const indexAgrees = async (): Promise<void> => {
    await eventually(async () => {
      expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^mneme_index_queue_waiting 0$/m);
    });
    const doctor = await mneme(server.dataDir, 'doctor', '--json');
    expect(JSON.parse(doctor.out)).toMatchObject({ ok: true });
  };
  const useServer = (started: ServerProcess): void => {
    server = started;
    api = new Api(started.url, started.ready.developmentKey);
  };

  beforeAll(async () => {
    folder = await otherModel();
    useServer(await ServerProcess.start());
    for (let i = 0; i < MEMORIES; i += CLIENTS) {
      await Promise.all(
        Array.from({ length: CLIENTS }, (_, n) => create(`Parcel ${i + n} stands behind door ${i + n}`)),
      );
    }
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await rm(folder, { recursive: true });
  });

  it('is refused where the model cannot be loaded, and can be ended before it switches', async () => {
    const refused = await mneme(server.dataDir, 'reindex', '--model', '/nowhere/model');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('/nowhere/model') });
    expect(await mneme(server.dataDir, 'reindex', '--abort')).toMatchObject({
      code: 0,
      out: 'No change is under way.\n',
    });
  });

  it('loses no write and fails no search, and what is written is found at once all the while', async () => {
    const written: { id: string; content: string }[] = [];
    let running = true;
    const client = async (n: number): Promise<void> => {
      for (let i = 0; running; i++) {
        const content = `Client ${n} saw heron number ${i} at pond ${n}x${i}`;
        const { id, pending } = await create(content);
        written.push({ id, content });
        const shown = await found(content);
        if (!pending) expect(shown).toContain(id);
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
    const change = await mneme(server.dataDir, 'reindex', '--model', folder, '--json');
    running = false;
    await clients;
    expect(change).toMatchObject({ code: 0 });
    expect(JSON.parse(change.out)).toEqual({
      model: expect.stringMatching(new RegExp(`^${folder}@[0-9a-f]{8}-[0-9]+$`)),
    });
    expect(written.length).toBeGreaterThan(CLIENTS);
    await indexAgrees();
    await forEachAtOnce(CLIENTS, written, async ({ id, content }) => {
      expect((await api.get(`/api/v1/memories/${id}?tenantId=${TENANT}`)).body.data).toMatchObject({ content });
      expect(await found(content)).toContain(id);
    });
  }, 240_000);

  it('goes on after a kill -9 in the middle, under the name that EMBEDDING_MODEL had', async () => {
    for (const half of ['left', 'right']) {
      const memories = Array.from({ length: 500 }, (_, n) => ({ content: `Shelf ${n}, ${half} half`, type: 'event' }));
      expect((await api.post('/api/v1/memories/bulk', { memories, tenantId: TENANT })).status).toBe(200);
    }
    await indexAgrees();
    const back = mneme(server.dataDir, 'reindex', '--model', 'builtin-fast');
    await eventually(async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      // Hundreds still wait for the new model.
      expect(metrics).toMatch(/^mneme_index_queue_waiting [1-9]\d{2,}$/m);
    }, 60_000);
    await server.kill();
    await back;
    useServer(await ServerProcess.start({}, server.dataDir));
    await eventually(async () => {
      expect((await mneme(server.dataDir, 'reindex', '--model', 'builtin-fast', '--json')).code).toBe(0);
    }, 120_000);
    await indexAgrees();
    expect(await found('Parcel 7 stands behind door 7')).not.toEqual([]);
  }, 240_000);
});
