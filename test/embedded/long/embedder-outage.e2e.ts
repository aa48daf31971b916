import { Api, type ApiResponse } from '../../support/service/api.js';
import { EmbeddingsServer } from '../../support/vectors/embeddings-server.js';
import { eventually } from '../../support/eventually.js';
import { ServerProcess } from '../../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';

describe('the model behind the OpenAI embeddings call', () => {
  let model: EmbeddingsServer;
  let server: ServerProcess;
  let api: Api;
  const env = (): Record<string, string> => ({
    EMBEDDING_MODEL: `openai:${model.model}`,
    EMBEDDING_URL: model.url,
    EMBEDDING_API_KEY: model.key,
    SEED_TEST_TENANT: 'off',
  });
  const create = (content: string): Promise<ApiResponse> =>
    api.post('/api/v1/memories', { content, type: 'event', tenantId: TENANT });
  const search = (query: string): Promise<ApiResponse> =>
    api.post('/api/v1/memories/search', { query, tenantId: TENANT, limit: 50 });
  const idsOf = (response: ApiResponse): string[] =>
    (response.body.data?.results ?? []).map(({ id }: { id: string }) => id);

  beforeAll(async () => {
    model = await EmbeddingsServer.start();
    server = await ServerProcess.start(env());
    api = new Api(server.url, server.ready.developmentKey);
  });
  afterEach(() => {
    model.outage = undefined;
  });
  afterAll(async () => {
    await model.stop();
    await server.stop();
    await server.removeData();
  });

  it('finds by meaning while it answers, and says nothing more than ever', async () => {
    const created = await create('the heron stands in the reeds');
    expect(created.status).toBe(201);
    expect(Object.keys(created.body.metadata)).toEqual(['request_id', 'timestamp', 'version']);
    const found = await search('where does the heron stand');
    expect(idsOf(found)).toContain(created.body.data.id);
    expect(Object.keys(found.body.metadata)).toEqual(['request_id', 'timestamp', 'version']);
  });

  it('takes writes and searches by words while it is away, and finds everything within 10 s of its return', async () => {
    const before = await create('the otter sleeps on the bank');
    model.outage = { status: 503 };
    const started = performance.now();
    const writes = await Promise.all(Array.from({ length: 40 }, (_, i) => create(`otter number ${i} swims`)));
    expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([201]));
    for (const { body } of writes) expect(body.metadata).toMatchObject({ indexing: 'pending' });
    const changed = await api.patch(`/api/v1/memories/${before.body.data.id}`, { content: 'the otter wakes up' });
    expect(changed).toMatchObject({ status: 200, body: { metadata: { indexing: 'pending' } } });

    const byWords = await search('otter');
    expect(byWords.status).toBe(200);
    expect(byWords.body.metadata).toMatchObject({ warnings: [{ code: 'SEARCHED_BY_WORDS_ALONE' }] });
    expect(idsOf(byWords)).toContain(before.body.data.id);
    expect((await search('the')).body.errors[0]?.code).toBe('EXTERNAL_SERVICE_ERROR');
    const topic = 'why the otter moved';
    for (let i = 0; i < 2; i++) {
      const chain = await api.post('/api/v1/intelligence/decision-chain', { tenantId: TENANT, topic });
      expect([chain.status, chain.body.errors[0]?.code]).toEqual([502, 'EXTERNAL_SERVICE_ERROR']);
    }
    expect(performance.now() - started).toBeLessThan(30_000);
    await eventually(async () => {
      const { status, body } = await api.get('/health/ready');
      expect([status, body.data]).toMatchObject([200, { status: 'degraded', degraded: ['model'] }]);
    });

    model.outage = undefined;
    const returned = performance.now();
    await eventually(async () => {
      const all = await search('otter number swims');
      expect(all.body.metadata).not.toHaveProperty('warnings');
      expect(writes.filter(({ body }) => !idsOf(all).includes(body.data.id as string))).toEqual([]);
    });
    expect(performance.now() - returned).toBeLessThan(10_000);
    const deleted = await api.delete(`/api/v1/memories/${before.body.data.id}?tenantId=${TENANT}`);
    expect(deleted.body.metadata).not.toHaveProperty('indexing');
    // What is found is counted once the queue is told, a moment later.
    await eventually(async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      expect(metrics).toMatch(/^mneme_index_queue_dead 0$/m);
      expect(metrics).toMatch(/^mneme_indexed_memories_total\{by="sweep",result="ok"\} [1-9]/m);
    });
    await eventually(async () => {
      expect((await api.get('/health/ready')).body.data).toMatchObject({ status: 'ok', degraded: [] });
    });
  });

  it('shows a memory by the tags that it has now, while the index still knows others', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 10; i++) {
      const body = { content: `the ferry left pier ${i}`, type: 'event', tenantId: TENANT, tags: ['river', 'north'] };
      ids.push((await api.post('/api/v1/memories', body)).body.data.id as string);
    }
    model.outage = { status: 503 };
    // More than a search for one reads at once.
    const moved = ids.slice(0, 8);
    const changes = await Promise.all(moved.map((id) => api.patch(`/api/v1/memories/${id}`, { tags: ['south'] })));
    for (const { body } of changes) expect(body.metadata).toMatchObject({ indexing: 'pending' });
    const found = async (more: Record<string, unknown>): Promise<string[]> =>
      idsOf(await api.post('/api/v1/memories/search', { query: 'ferry', tenantId: TENANT, ...more })).toSorted();
    expect(await found({ tags: ['river'] })).toEqual(ids.slice(8));
    expect(await found({ tags: ['river', 'north'], fields: ['tags'] })).toEqual(ids.slice(8));
    expect(await found({ tags: ['north', 'river'], tagsMode: 'any', explain: true })).toEqual(ids.slice(8));
    expect(await found({ tags: ['river', 'south'], tagsMode: 'any' })).toEqual(ids);
    // Of two that fit equally the later one.
    expect(await found({ tags: ['river'], limit: 1 })).toEqual([ids[9]]);
  });

  it('is named with its server when it cannot be used at start, and the key is told nobody', async () => {
    const failure = (changes: Record<string, string>): Promise<string> =>
      ServerProcess.start({ ...env(), ...changes }).then(() => 'it started', String);
    expect(await failure({ EMBEDDING_API_KEY: 'wrong-key' })).toMatch(/status 401\. Fix: set EMBEDDING_API_KEY/);
    expect(await failure({ EMBEDDING_URL: 'http://127.0.0.1:59999/v1' })).toMatch(/59999.*cannot be reached/);
    expect(server.log.join('')).not.toContain(model.key);
  });
});
