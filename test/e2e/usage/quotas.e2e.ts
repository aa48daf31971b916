import { codeOf, newTenant, sharedServer, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { limitTenant } from '../../support/service/limit-tenant.js';
import { ServerProcess } from '../../support/service/server-process.js';

const MEMORIES = '/api/v1/memories';
const { DATABASE_URL: database } = sharedServer().env;

const limit = (tenantId: string, memories: number, callsPerMonth: number): Promise<void> =>
  limitTenant(sharedServer().env, tenantId, { memories, callsPerMonth });

const statuses = (responses: ApiResponse[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('the quotas of a plan', () => {
  it('are what usage tells', async () => {
    const { tenantId, api } = await newTenant();
    const { apiCalls, memories, storage } = (await api.get(`/api/v1/usage/metrics/${tenantId}`)).body.data;
    expect([apiCalls.limit, memories.limit, storage.limit]).toEqual([10_000_000, 100_000_000, 1_024 ** 4]);
  });
});

/** Several processes need a database that several can use. */
if (database !== undefined) describe('quotas over two processes', overTwoProcesses);

function overTwoProcesses(): void {
  let second: ServerProcess;
  beforeAll(async () => {
    second = await ServerProcess.start(sharedServer().env);
  });
  afterAll(async () => {
    await second.stop();
    await second.removeData();
  });

  const both = async (): Promise<[TestTenant, TestTenant]> => {
    const tenant = await newTenant();
    const { api } = await newTenant({ ...sharedServer(), url: second.url });
    return [tenant, { tenantId: tenant.tenantId, api: Object.assign(api, { token: tenant.api.token }) }];
  };

  it('let 10 of 64 creates through where there are 10 places', async () => {
    const tenants = await both();
    const [{ tenantId, api }] = tenants;
    await limit(tenantId, 10, 1_000);
    const create = (i: number): Promise<ApiResponse> =>
      tenants[i % 2]!.api.post(MEMORIES, { content: `memory ${i}`, type: 'task', tenantId });
    const responses = await Promise.all(Array.from({ length: 64 }, (_, i) => create(i)));
    expect(statuses(responses)).toEqual({ 201: 10, 402: 54 });
    expect(responses.filter(({ status }) => status === 402).map(codeOf)).toEqual(Array(54).fill('INSUFFICIENT_QUOTA'));
    const { data } = (await api.get(`${MEMORIES}?tenantId=${tenantId}`)).body;
    expect(data.pagination.total).toBe(10);
    await api.delete(`${MEMORIES}/${data.memories[0].id as string}?tenantId=${tenantId}`);
    const bulk = await api.post(`${MEMORIES}/bulk`, {
      tenantId,
      memories: [1, 2].map((i) => ({ content: `${i}`, type: 'task' })),
    });
    expect(bulk.body.data).toMatchObject({ created: 1, failed: 1 });
    expect(bulk.body.data.results[1].errors[0].code).toBe('INSUFFICIENT_QUOTA');
    const twins = [1, 2].map(() => JSON.stringify({ content: 'x', type: 'task', externalId: 'twin' })).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    const taken = await api.send('POST', `${MEMORIES}/import?tenantId=${tenantId}`, { rawBody: twins, headers });
    expect(taken.body.data).toMatchObject({ read: 2, created: 0, present: 0, failed: 2 });
  });

  it('let 50 of 200 calls through where the month has 50 left, and charge just those', async () => {
    const tenants = await both();
    const [{ tenantId, api }] = tenants;
    await limit(tenantId, 10, 50);
    const calls = Array.from({ length: 200 }, (_, i) => tenants[i % 2]!.api.get(`${MEMORIES}?tenantId=${tenantId}`));
    expect(statuses(await Promise.all(calls))).toEqual({ 200: 50, 402: 150 });
    await eventually(async () => {
      const { status, body } = await api.get(`/api/v1/usage/metrics/${tenantId}`);
      expect([status, body.data.apiCalls]).toEqual([200, { today: 50, thisMonth: 50, limit: 50 }]);
    });
  });
}
