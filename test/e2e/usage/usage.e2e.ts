import { randomUUID } from 'node:crypto';
import { Api, codeOf, newKey, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';

const MEMORIES = '/api/v1/memories';
const UNKNOWN = '01h455vb4pex5vsknk084sn02q';

interface Metrics {
  readonly apiCalls: { today: number; thisMonth: number; limit: number };
  readonly memories: { count: number; limit: number };
  readonly storage: { used: number; limit: number };
}

describe('GET /usage/metrics/{tenantId}', () => {
  let tenant: TestTenant;
  const metrics = async (api = tenant.api): Promise<Metrics> =>
    (await api.get(`/api/v1/usage/metrics/${tenant.tenantId}`)).body.data as Metrics;
  const list = (api: Api = tenant.api): Promise<ApiResponse> => api.get(`${MEMORIES}?tenantId=${tenant.tenantId}`);
  const calls = async (expected: number): Promise<void> => {
    await eventually(async () => {
      // Each look is a call too, counted when it has been answered.
      looks += 1;
      const { today, thisMonth } = (await metrics()).apiCalls;
      expect([today, thisMonth]).toEqual([expected + looks - 1, expected + looks - 1]);
    });
  };
  let looks: number;

  beforeEach(async () => {
    tenant = await newTenant();
    looks = 0;
  });

  it('has just the fields of the interface, and nothing is used at first', async () => {
    expect(await metrics()).toEqual({
      apiCalls: { today: 0, thisMonth: 0, limit: expect.any(Number) },
      memories: { count: 0, limit: expect.any(Number) },
      storage: { used: 0, limit: expect.any(Number) },
    });
  });

  it('knows what is stored: content, tags and metadata in bytes', async () => {
    const { tenantId, api } = tenant;
    const body = { content: 'tea ☕', type: 'task', tags: ['ab', 'c'], metadata: { a: 1 }, tenantId };
    const id = (await api.post(MEMORIES, body)).body.data.id as string;
    await api.post(MEMORIES, { content: 'x', type: 'task', tenantId });
    const stored = async (): Promise<number[]> => {
      const { memories, storage } = await metrics();
      return [memories.count, storage.used];
    };
    expect(await stored()).toEqual([2, 7 + 3 + 7 + 1 + 2]);
    await api.patch(`${MEMORIES}/${id}`, { content: 'tea', tags: [] });
    expect(await stored()).toEqual([2, 3 + 7 + 1 + 2]);
    await api.delete(`${MEMORIES}/${id}?tenantId=${tenantId}`);
    expect(await stored()).toEqual([1, 3]);
  });

  it('counts calls with a key and with a JWT, also those that are wrong, and not those that are refused', async () => {
    const key = await newKey(tenant, ['read:memories']);
    await list(key);
    await list();
    await tenant.api.get(`${MEMORIES}/mem_${UNKNOWN}?tenantId=${tenant.tenantId}`);
    await tenant.api.post(MEMORIES, { tenantId: tenant.tenantId });
    await calls(5);
    await tenant.api.get(`${MEMORIES}?tenantId=somebody-else`);
    await key.get(`/api/v1/usage/metrics/${tenant.tenantId}`);
    await new Api(tenant.api.url, 'nothing').get(`${MEMORIES}?tenantId=${tenant.tenantId}`);
    await tenant.api.get('/api/v1/nothing');
    await tenant.api.get('/auth/clerk-token');
    await calls(5);
  });

  it("is nobody else's business", async () => {
    const other = await newTenant();
    const response = await other.api.get(`/api/v1/usage/metrics/${tenant.tenantId}`);
    expect([response.status, codeOf(response)]).toEqual([403, 'TENANT_MISMATCH']);
  });
});

describe('GET /api-keys/usage', () => {
  const DAY_MS = 86_400_000;
  let tenant: TestTenant;
  let key: { id: string; api: Api };
  const usage = (query: string, id = key.id): Promise<ApiResponse> =>
    tenant.api.get(`/api/v1/api-keys/usage?keyId=${id}${query}`);

  beforeEach(async () => {
    tenant = await newTenant();
    const { body } = await tenant.api.post('/api/v1/api-keys', { name: randomUUID(), tenantId: tenant.tenantId });
    key = { id: body.data.id as string, api: new Api(tenant.api.url, body.data.plainKey as string) };
  });

  it('has a row for each of 30 UTC days, today the last, and none is left out', async () => {
    const { status, body } = await usage('');
    const today = Date.parse(new Date().toISOString().slice(0, 10));
    const dates = Array.from({ length: 30 }, (_, i) => new Date(today - (29 - i) * DAY_MS).toISOString().slice(0, 10));
    expect([status, body.data]).toEqual([
      200,
      {
        keyId: key.id,
        days: 30,
        totals: { requests: 0, errors: 0 },
        daily: dates.map((date) => ({ date, requests: 0, errors: 0 })),
        lastUsedAt: null,
      },
    ]);
  });

  it('counts every request with the key, those that failed also as errors, and no others', async () => {
    for (let i = 0; i < 3; i++) await key.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}`);
    await key.api.get(`${MEMORIES}/mem_${UNKNOWN}?tenantId=${tenant.tenantId}`);
    await key.api.get(`/api/v1/usage/metrics/${tenant.tenantId}`);
    const service = await key.api.get('/auth/clerk-token');
    await new Api(tenant.api.url, service.body.data.token as string).get(`${MEMORIES}?tenantId=${tenant.tenantId}`);
    await tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}`);
    await eventually(async () => {
      const { data } = (await usage('&days=2')).body;
      expect([data.days, data.daily]).toEqual([2, [expect.anything(), expect.objectContaining(data.totals)]]);
      expect(data.totals).toEqual({ requests: 6, errors: 2 });
    });
  });

  it.each(['&days=0', '&days=366', '&days=1.5', '&days=x'])('refuses %s', async (query) => {
    const { status, body } = await usage(query);
    expect([status, body.errors.map(({ field }) => field)]).toEqual([400, ['days']]);
  });

  it('has 365 days, and a key that is revoked', async () => {
    await tenant.api.post('/api/v1/api-keys/revoke', { keyId: key.id, tenantId: tenant.tenantId });
    expect((await usage('&days=365')).body.data.daily).toHaveLength(365);
    expect((await usage('&days=1')).body.data.daily).toHaveLength(1);
  });

  it.each([`key_${UNKNOWN}`, 'nothing'])('knows no key %s', async (id) => {
    expect((await usage('', id)).status).toBe(404);
  });

  it('shows no key of another tenant', async () => {
    const other = await newTenant();
    expect((await other.api.get(`/api/v1/api-keys/usage?keyId=${key.id}`)).status).toBe(404);
  });
});
