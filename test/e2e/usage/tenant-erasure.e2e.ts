import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Client } from 'pg';
import { eventually } from '../../support/eventually.js';
import {
  Api,
  codeOf,
  newKey,
  newTenant,
  sharedServer,
  type ApiResponse,
  type TestTenant,
} from '../../support/service/api.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const MEMORIES = '/api/v1/memories';
/** Of an erasure of something: longer where other processes, or a vector store beside the database, have to be waited for. */
const LIMIT_MS = 60_000;

interface Everything {
  readonly memories: unknown;
  readonly found: unknown;
  readonly keys: unknown;
  readonly webhooks: unknown;
  readonly storage: unknown;
}

/** Everything that a tenant sees of itself. */
async function everythingOf({ tenantId, api }: TestTenant): Promise<Everything> {
  const data = async (response: Promise<ApiResponse>): Promise<Record<string, unknown>> => {
    const { status, body } = await response;
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    return body.data as Record<string, unknown>;
  };
  const memories = await data(api.get(`${MEMORIES}?tenantId=${tenantId}`));
  const search = await data(api.post(`${MEMORIES}/search`, { query: 'boiler', tenantId }));
  const keys = await data(api.get('/api/v1/api-keys'));
  const webhooks = await data(api.get('/api/v1/webhooks'));
  const usage = await data(api.get(`/api/v1/usage/metrics/${tenantId}`));
  const { results } = search as { results: { id: string }[] };
  return {
    memories: memories['memories'],
    found: results.map(({ id }) => id),
    keys: keys['keys'] ?? keys['apiKeys'],
    webhooks: webhooks['webhooks'],
    storage: [usage['memories'], usage['storage']],
  };
}

/** What the database says of the erasure of a tenant, and what holds the tenant; of PostgreSQL alone. */
async function standing({ tenantId }: TestTenant): Promise<string> {
  const connectionString = sharedServer().env['DATABASE_URL'];
  if (connectionString === undefined) return 'embedded';
  const client = new Client({ connectionString });
  await client.connect();
  const erasures = await client.query('SELECT * FROM tenant_erasures WHERE tenant_id = $1', [tenantId]);
  const leases = await client.query(`SELECT * FROM job_leases WHERE name = 'tenant erasure'`);
  const open = await client.query(
    `SELECT pid, state, xact_start, query FROM pg_stat_activity WHERE datname = current_database() AND xact_start < now()`,
  );
  await client.end();
  return JSON.stringify([erasures.rows, leases.rows, open.rows]);
}

describe('DELETE /tenants/{tenantId}', () => {
  let tenant: TestTenant;
  let receiver: WebhookReceiver;
  const path = ({ tenantId }: TestTenant): string => `/api/v1/tenants/${tenantId}`;
  const list = (api: Api = tenant.api): Promise<ApiResponse> => api.get(`${MEMORIES}?tenantId=${tenant.tenantId}`);
  const total = async (): Promise<number> => {
    const { status, body } = await list();
    expect(status).toBe(200);
    return body.data.pagination.total as number;
  };
  const store = async ({ tenantId, api }: TestTenant, count = 40): Promise<void> => {
    const memories = Array.from({ length: count }, (_, i) => ({
      content: `Note ${i}: the boiler is serviced in October by Ann`,
      type: 'task',
      tags: ['house', `t${i % 5}`],
    }));
    const { status } = await api.post(`${MEMORIES}/bulk`, { tenantId, memories });
    expect(status).toBe(200);
    const webhook = { name: 'w', url: receiver.url(), events: ['memory.created'], secret: 'of one’s own' };
    expect((await api.post('/api/v1/webhooks', webhook)).status).toBe(201);
  };
  /** A user may come again once nothing is left. */
  const ended = (): Promise<number> =>
    eventually(total, LIMIT_MS).catch(async (error: unknown) => {
      throw new Error(`the erasure did not end: ${await standing(tenant)}`, { cause: error });
    });

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    tenant = await newTenant();
  });

  it('revokes every key before it answers, and refuses the tenant until nothing is left', async () => {
    await store(tenant, 100);
    const [manager, reader] = [await newKey(tenant, ['manage:tenant']), await newKey(tenant, ['read:memories'])];
    const exchanged = await reader.get('/auth/clerk-token');
    const service = new Api(reader.url, exchanged.body.data.token as string);
    expect([(await list(reader)).status, (await list(service)).status]).toEqual([200, 200]);

    const { status, body } = await manager.delete(path(tenant));
    expect([status, body.data]).toEqual([
      202,
      { jobId: expect.stringMatching(/^job_[0-9a-z]{26}$/), status: 'running', startedAt: expect.any(String) },
    ]);
    for (const api of [manager, reader, service]) {
      const refused = await list(api);
      expect([refused.status, codeOf(refused)]).toEqual([401, 'AUTH_INVALID']);
    }
    const statuses = new Set<string>();
    await eventually(async () => {
      const response = await list();
      statuses.add(`${response.status} ${codeOf(response) ?? ''}`.trim());
      expect(response.status).toBe(200);
    }, LIMIT_MS);
    // Where it takes no time none is refused.
    statuses.delete('409 DUPLICATE_RESOURCE');
    expect([...statuses]).toEqual(['200']);
  });

  it('leaves nothing of the tenant, and everything of others', async () => {
    const other = await newTenant();
    await Promise.all([store(tenant), store(other)]);
    await newKey(tenant, ['read:memories']);
    await newKey(other, ['read:memories']);
    const before = await everythingOf(other);
    expect(before).toMatchObject({ webhooks: [{ name: 'w' }], storage: [{ count: 40 }, {}] });
    const { tenantId, api } = tenant;
    const idempotent = { headers: { 'idempotency-key': 'once' } };
    await api.post(MEMORIES, { content: 'First', type: 'task', tenantId }, idempotent);

    expect((await api.delete(path(tenant))).status).toBe(202);
    expect(await ended()).toBe(0);
    expect(await everythingOf(tenant)).toEqual({
      memories: [],
      found: [],
      keys: [],
      webhooks: [],
      storage: [
        { count: 0, limit: expect.any(Number) },
        { used: 0, limit: expect.any(Number) },
      ],
    });
    expect(await everythingOf(other)).toEqual(before);
    const again = await api.post(MEMORIES, { content: 'Another', type: 'task', tenantId }, idempotent);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('lets the tenant be used again as if it were new', async () => {
    await store(tenant);
    await tenant.api.delete(path(tenant));
    await ended();
    await store(tenant, 3);
    const key = await newKey(tenant, ['read:memories']);
    expect((await list(key)).body.data.pagination.total).toBe(3);
    const search = await tenant.api.post(`${MEMORIES}/search`, { query: 'boiler', tenantId: tenant.tenantId });
    expect(search.body.data.results).toHaveLength(3);
    expect((await tenant.api.delete(path(tenant))).status).toBe(202);
    expect(await ended()).toBe(0);
  });

  it('takes no notice of what was under way: an import that goes on stores nothing more', async () => {
    await list();
    const lines = (from: number): string =>
      Array.from({ length: 100 }, (_, i) => `${JSON.stringify({ content: `Line ${from + i}`, type: 'event' })}\n`).join(
        '',
      );
    const upload = httpRequest(`${tenant.api.url}${MEMORIES}/import?tenantId=${tenant.tenantId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.api.token ?? ''}`, 'content-type': 'application/x-ndjson' },
    });
    upload.write(lines(0));
    await eventually(async () => expect(await total()).toBe(100));
    await tenant.api.delete(path(tenant));
    expect(await ended()).toBe(0);
    upload.end(lines(100));
    const [response] = (await once(upload, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(409);
    expect(await total()).toBe(0);
  });

  it('is the same erasure where it is asked for again, and none where there is no tenant', async () => {
    await store(tenant, 100);
    const answers = await Promise.all(Array.from({ length: 8 }, () => tenant.api.delete(path(tenant))));
    // The last ones may come after its end.
    for (const { status } of answers) expect([202, 404]).toContain(status);
    const ids = answers.flatMap(({ status, body }) => (status === 202 ? [body.data.jobId as string] : []));
    expect(new Set(ids).size).toBe(1);
    const nobody = await newTenant();
    const refused = await nobody.api.delete(path(nobody));
    expect([refused.status, codeOf(refused)]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    await ended();
  });

  it('needs the scope manage:tenant and the tenant of the credential', async () => {
    await store(tenant, 3);
    const scopes = ['read:memories', 'write:memories', 'manage:keys', 'read:usage', 'write:webhooks'];
    const key = await newKey(tenant, scopes);
    const withoutScope = await key.delete(path(tenant));
    expect([withoutScope.status, codeOf(withoutScope)]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const other = await newTenant();
    const foreign = await newKey(other, ['manage:tenant']);
    for (const api of [other.api, foreign]) {
      const refused = await api.delete(path(tenant));
      expect([refused.status, codeOf(refused)]).toEqual([403, 'TENANT_MISMATCH']);
    }
    expect([await total(), (await list(key)).status]).toEqual([3, 200]);
  });
});
