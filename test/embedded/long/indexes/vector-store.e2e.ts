import { Api, type ApiResponse } from '../../../support/service/api.js';
import { eventually } from '../../../support/eventually.js';
import { readMetrics, valueOf } from '../../../support/service/metrics-text.js';
import { QdrantDouble } from '../../../support/vectors/qdrant-double/qdrant-double.js';
import { ServerProcess } from '../../../support/service/server-process.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const WRITES = 40;

describe('vectors in a Qdrant', () => {
  let qdrant: QdrantDouble;
  let server: ServerProcess;
  let api: Api;
  const create = (content: string): Promise<ApiResponse> =>
    api.post('/api/v1/memories', { content, type: 'event', tenantId: TENANT });
  const search = (query: string): Promise<ApiResponse> =>
    api.post('/api/v1/memories/search', { query, tenantId: TENANT, limit: 100 });
  const chain = (): Promise<ApiResponse> =>
    api.post('/api/v1/intelligence/decision-chain', { topic: 'where the otter sleeps', tenantId: TENANT });
  const idsOf = ({ body }: ApiResponse): string[] => (body.data?.results ?? []).map(({ id }: { id: string }) => id);
  const remove = (id: string): Promise<ApiResponse> => api.delete(`/api/v1/memories/${id}?tenantId=${TENANT}`);
  const contents = (prefix: string): string[] => Array.from({ length: WRITES }, (_, i) => `${prefix} number ${i}`);

  beforeAll(async () => {
    qdrant = await QdrantDouble.start();
    server = await ServerProcess.start({ QDRANT_URL: qdrant.url });
    api = new Api(server.url, server.ready.developmentKey);
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await qdrant.stop();
  });

  it.each([
    ['is gone', () => qdrant.stop(), () => qdrant.resume()],
    [
      'takes requests and answers none',
      () => Promise.resolve((qdrant.silent = true)),
      () => Promise.resolve((qdrant.silent = false)),
    ],
  ])(
    'take every write and refuse searches and chains within bounds while it %s',
    async (state, leave, comeBack) => {
      await eventually(async () => {
        expect(await metric('mneme_index_queue_waiting')).toBe(0);
      }, 60_000);
      const early = (await create(`the otter that ${state} sleeps`)).body.data.id as string;
      await leave();
      const started = performance.now();
      const writes = await Promise.all(contents(`an otter that ${state}`).map(create));
      expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([201]));
      for (const { body } of writes) expect(body.metadata).toMatchObject({ indexing: 'pending' });
      expect((await remove(early)).body.metadata).toMatchObject({ indexing: 'pending' });
      const wrote = performance.now();
      const searches = await Promise.all(Array.from({ length: 10 }, () => search('otter')));
      expect(searches.map(({ status, body }) => [status, body.errors[0]?.code])).toEqual(
        Array.from({ length: 10 }, () => [502, 'EXTERNAL_SERVICE_ERROR']),
      );
      const told = await chain();
      expect([told.status, told.body.errors[0]?.code]).toEqual([502, 'EXTERNAL_SERVICE_ERROR']);
      const asked = performance.now();
      expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
      const looking = performance.now();
      // What it says may be a second old.
      await eventually(async () => {
        const { status, body } = await api.get('/health/ready');
        expect([status, body.data]).toMatchObject([200, { status: 'degraded', degraded: ['vector index'] }]);
      });
      const down = valueOf(await readMetrics(server.url), 'mneme_dependency_up', { dependency: 'vector index' });
      expect([down, performance.now() - looking < 5_500]).toEqual([0, true]);

      await comeBack();
      const returned = performance.now();
      await eventually(async () => {
        const found = idsOf(await search(`an otter that ${state} number`));
        expect(writes.filter(({ body }) => !found.includes(body.data.id as string))).toEqual([]);
        expect(found).not.toContain(early);
      });
      const found = performance.now();
      expect((await chain()).status).toBe(200);
      const chained = performance.now();
      expect({
        writes: wrote - started < 20_000,
        searches: asked - wrote < 10_000,
        found: found - returned < 10_000,
        chained: chained - found < 10_000,
      }).toEqual({
        writes: true,
        searches: true,
        found: true,
        chained: true,
      });
      expect(await metric('mneme_index_queue_dead')).toBe(0);
    },
    120_000,
  );

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  }
});
