import { EmbeddingsServer } from '../support/vectors/embeddings-server.js';
import { EVERYDAY, FERRY_STORY } from '../support/stories/ferry-story.js';
import { importLines } from '../support/stories/import-lines.js';
import { readMetrics, valueOf } from '../support/service/metrics-text.js';
import type { MnemeProcess } from '../support/service/mneme-process.js';
import { ReplicaBed } from '../support/faults/replica-bed.js';

/** The worker sweeps once a second; the machine may be busy. */
const WAIT_MS = 60_000;
/** In words of the memories: the vectors of this model tell little of what texts mean. */
const TOPIC = 'Why do the cars go to the island with the Norlines ferry, not with Hansa?';
const RECORDS = [...FERRY_STORY, ...EVERYDAY];

/** An API without jobs whose model does not answer while memories are written: all indexing is left to the worker. */
describe('a worker', () => {
  const models: EmbeddingsServer[] = [];
  let bed: ReplicaBed;
  let api: MnemeProcess;
  let worker: MnemeProcess;
  const modelOf = async (): Promise<Record<string, string>> => {
    const model = await EmbeddingsServer.start();
    models.push(model);
    return {
      EMBEDDING_MODEL: `openai:${model.model}`,
      EMBEDDING_URL: model.url,
      EMBEDDING_API_KEY: model.key,
    };
  };
  const indexedBy = async ({ url }: MnemeProcess, by: string): Promise<number | undefined> =>
    valueOf(await readMetrics(url), 'mneme_indexed_memories_total', { by, result: 'ok' });

  beforeAll(async () => {
    bed = await ReplicaBed.open();
    api = await bed.api(await modelOf());
    worker = await bed.worker(await modelOf());
  });
  afterAll(async () => {
    await bed.close();
    for (const model of models) await model.stop();
  });

  it('makes the features of what it indexes, and the API answers from them', async () => {
    const [ofApi, ofWorker] = models as [EmbeddingsServer, EmbeddingsServer];
    const tenant = await bed.tenant(api);
    ofApi.outage = { status: 503 };
    await importLines(tenant, RECORDS.map((record) => JSON.stringify(record)).join('\n'), RECORDS.length, WAIT_MS);
    expect((await indexedBy(api, 'write')) ?? 0).toBe(0);
    expect(await indexedBy(worker, 'sweep')).toBeGreaterThanOrEqual(RECORDS.length);
    expect(ofWorker.requests.flatMap(({ input }) => input).join('\n')).toContain(FERRY_STORY[4]?.content);

    ofApi.outage = undefined;
    const { tenantId } = tenant;
    const question = { tenantId, topic: TOPIC, asOf: '2026-10-01T00:00:00Z' };
    const { status, body } = await tenant.api.post('/api/v1/intelligence/decision-chain', question);
    expect([status, body.data.warnings]).toEqual([200, []]);
    const [chain] = body.data.chains as { nodes: { role: string; excerpt: string }[] }[];
    expect(chain?.nodes.find(({ role }) => role === 'decision')?.excerpt).toBe(FERRY_STORY[4]?.content);
    expect(chain?.nodes.length).toBeGreaterThanOrEqual(4);
  });
});
