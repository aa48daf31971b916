import { randomUUID } from 'node:crypto';
import { Api, type ApiResponse, type TestTenant } from '../support/service/api.js';
import { NDJSON } from '../support/documents/example-document.js';
import { eventually } from '../support/eventually.js';
import type { MnemeProcess } from '../support/service/mneme-process.js';
import { ReplicaBed } from '../support/faults/replica-bed.js';

const MEMORIES = '/api/v1/memories';
const KEYS = '/api/v1/api-keys';
const PATTERNS = '/api/v1/intelligence/implicit-patterns';

/** Two processes of the API without jobs, and two workers. */
describe('replicas', () => {
  let bed: ReplicaBed;
  let apis: [MnemeProcess, MnemeProcess];
  const through = ({ url }: MnemeProcess, { token }: Api): Api => new Api(url, token);
  const search = (api: Api, { tenantId }: TestTenant, query: string): Promise<ApiResponse> =>
    api.post(`${MEMORIES}/search`, { query, tenantId, limit: 3 });

  beforeAll(async () => {
    bed = await ReplicaBed.open();
    apis = [await bed.api(), await bed.api()];
    await Promise.all([bed.worker(), bed.worker()]);
  });
  afterAll(() => bed.close());

  it('find through one what was written through the other, changed or deleted, at once', async () => {
    const tenant = await bed.tenant(apis[0]);
    for (let i = 0; i < 20; i++) {
      const [writer, reader] = [through(apis[i % 2]!, tenant.api), through(apis[(i + 1) % 2]!, tenant.api)];
      const word = randomUUID().replaceAll('-', '');
      const made = await writer.post(MEMORIES, { content: `the ${word} jar`, type: 'task', tenantId: tenant.tenantId });
      expect([made.status, made.body.metadata]).toEqual([201, expect.not.objectContaining({ indexing: 'pending' })]);
      const { id } = made.body.data as { id: string };
      expect((await search(reader, tenant, word)).body.data.results[0]).toMatchObject({ id });
      await writer.patch(`${MEMORIES}/${id}`, { content: `the ${word} box` });
      expect((await search(reader, tenant, word)).body.data.results[0].content).toBe(`the ${word} box`);
      await writer.delete(`${MEMORIES}/${id}?tenantId=${tenant.tenantId}`);
      expect((await search(reader, tenant, word)).body.data.results).toEqual([]);
    }
  });

  it('look for patterns in what the other one has stored, changed or deleted, also where they looked before', async () => {
    const tenant = await bed.tenant(apis[0]);
    const [writer, reader] = [through(apis[0], tenant.api), through(apis[1], tenant.api)];
    const analysed = async (count: number, warning?: string): Promise<void> =>
      eventually(async () => {
        const { data } = (await reader.post(PATTERNS, { tenantId: tenant.tenantId })).body;
        expect(data.analysed.memories).toBe(count);
        if (warning !== undefined) expect(data.warnings.join()).toContain(warning);
      });
    const texts = ['I felt happy about tea', 'The tea arrived'];
    const ids = [];
    for (const content of texts) {
      const made = await writer.post(MEMORIES, { content, type: 'task', tenantId: tenant.tenantId });
      ids.push(made.body.data.id as string);
    }
    await analysed(2, 'Only 1 memory expresses a feeling');
    await writer.patch(`${MEMORIES}/${ids[1]}`, { content: 'I felt happy that the tea arrived' });
    await analysed(2, 'Only 2 memories express a feeling');
    await writer.delete(`${MEMORIES}/${ids[0]}?tenantId=${tenant.tenantId}`);
    await analysed(1, 'Only 1 memory expresses a feeling');
  });

  it('refuse a revoked key everywhere within a second', async () => {
    const tenant = await bed.tenant(apis[0]);
    for (let i = 0; i < 5; i++) {
      const made = await tenant.api.post(KEYS, { name: randomUUID(), tenantId: tenant.tenantId });
      const key = new Api('', made.body.data.plainKey as string);
      const statuses = (): Promise<number[]> =>
        Promise.all(
          apis.map(async (each) => (await through(each, key).get(`${MEMORIES}?tenantId=${tenant.tenantId}`)).status),
        );
      expect(await statuses()).toEqual([200, 200]);
      await through(apis[i % 2]!, tenant.api).post(`${KEYS}/revoke`, {
        keyId: made.body.data.id,
        tenantId: tenant.tenantId,
      });
      await eventually(async () => expect(await statuses()).toEqual([401, 401]), 1_000);
    }
  });

  it('tell the same request apart from a new one, whichever of them it reaches', async () => {
    const tenant = await bed.tenant(apis[0]);
    const body = { content: 'the lease ends in May', type: 'task', tenantId: tenant.tenantId };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await through(apis[0], tenant.api).post(MEMORIES, body, { headers });
    const again = await through(apis[1], tenant.api).post(MEMORIES, body, { headers });
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('store each line once where both import a file under one key at the same time', async () => {
    const tenant = await bed.tenant(apis[0]);
    const lines = Array.from({ length: 600 }, (_, i) =>
      JSON.stringify({ content: `crate ${i} of rope`, type: 'task' }),
    );
    const options = {
      rawBody: lines.join('\n'),
      headers: { 'content-type': NDJSON, 'idempotency-key': randomUUID() },
    };
    const send = (each: MnemeProcess): Promise<ApiResponse> =>
      through(each, tenant.api).send('POST', `${MEMORIES}/import?tenantId=${tenant.tenantId}`, options);
    const answers = await Promise.all(apis.map(send));
    const counts = answers.map(({ status, body }) => {
      const { created = 0, present = 0 } = (body.data ?? {}) as { created?: number; present?: number };
      return status === 200 ? created + present : status;
    });
    // Each is told of every line, unless the other was done before this one had stored its answer.
    for (const count of counts) expect([lines.length, 409]).toContain(count);
    expect(counts).toContain(lines.length);
    const { pagination } = (await tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&limit=1`)).body.data;
    expect(pagination.total).toBe(lines.length);
    const again = await send(apis[0]);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect((await tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&limit=1`)).body.data.pagination.total).toBe(
      lines.length,
    );
  });
});
