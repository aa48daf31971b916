import { Api, type ApiResponse } from '../../../support/service/api.js';
import { eventually } from '../../../support/eventually.js';
import { ServerProcess } from '../../../support/service/server-process.js';
import { QdrantDouble } from '../../../support/vectors/qdrant-double/qdrant-double.js';

const TENANT = '00000000-0000-0000-0000-000000000001';
const MEMORIES = '/api/v1/memories';

describe('a change of where the vectors are', () => {
  let qdrant: QdrantDouble;
  let server: ServerProcess;
  let api: Api;
  const inQdrant = (): Record<string, string> => ({ QDRANT_URL: qdrant.url });
  const create = async (content: string): Promise<string> =>
    (await api.post(MEMORIES, { content, type: 'event', tenantId: TENANT })).body.data.id as string;
  const search = (query: string): Promise<ApiResponse> =>
    api.post(`${MEMORIES}/search`, { query, tenantId: TENANT, limit: 100 });
  const idsOf = ({ body }: ApiResponse): string[] => (body.data?.results ?? []).map(({ id }: { id: string }) => id);
  const restart = async (env: Record<string, string>): Promise<void> => {
    await server.stop();
    server = await ServerProcess.start(env, server.dataDir);
    api = new Api(server.url, server.ready.developmentKey ?? api.token);
  };

  beforeAll(async () => {
    qdrant = await QdrantDouble.start();
    server = await ServerProcess.start();
    api = new Api(server.url, server.ready.developmentKey);
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
    await qdrant.stop();
  });

  it('makes them from the records, from pgvector to Qdrant and the other way round', async () => {
    const kept = await create('the heron stood in the reeds');
    const doomed = await create('the stork stood in the reeds');
    await restart(inQdrant());
    await eventually(async () => {
      expect(idsOf(await search('heron stork reeds'))).toEqual(expect.arrayContaining([kept, doomed]));
    }, 60_000);
    const added = await create('the crane stood in the reeds');
    await api.delete(`${MEMORIES}/${doomed}?tenantId=${TENANT}`);
    await restart({});
    await eventually(async () => {
      const found = idsOf(await search('heron stork crane reeds'));
      expect(found).toEqual(expect.arrayContaining([kept, added]));
      expect(found).not.toContain(doomed);
    }, 60_000);
    await eventually(async () => {
      expect((await api.get('/metrics')).text).toMatch(/^mneme_index_queue_waiting 0$/m);
    }, 60_000);
    await restart(inQdrant());
    await eventually(async () => {
      const answer = await search('heron stork crane reeds');
      expect(answer.status).toBe(200);
      expect(idsOf(answer)).toEqual(expect.arrayContaining([kept, added]));
    }, 60_000);
  }, 300_000);
});
