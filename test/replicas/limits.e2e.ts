import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { Api, newKey, newTenant, sharedServer, type ApiResponse, type TestTenant } from '../support/service/api.js';
import { eventually } from '../support/eventually.js';
import { OwnRedis } from '../support/database/own-redis.js';
import { ServerProcess } from '../support/service/server-process.js';
import { createTestDatabase } from '../support/database/test-database.js';

const MEMORIES = '/api/v1/memories';
const KEYS = '/api/v1/api-keys';

/** Two processes on one PostgreSQL and one Redis, which is this test's own. */
describe('processes that share a Redis', () => {
  let redis: OwnRedis;
  let servers: ServerProcess[];
  const urls = (): string[] => servers.map(({ url }) => url);
  const at = (url: string, api: Api): Api => new Api(url, api.token);
  const tenantHere = (): Promise<TestTenant> => newTenant({ ...sharedServer(), url: urls()[0]! });
  const start = (more: Record<string, string> = {}): Promise<ServerProcess> =>
    ServerProcess.start({ ...sharedServer().env, REDIS_URL: redis.url, DEFAULT_PLAN: 'free', ...more });
  const list = (api: Api, { tenantId }: TestTenant): Promise<ApiResponse> =>
    api.get(`${MEMORIES}?tenantId=${tenantId}`);
  const remaining = ({ headers }: ApiResponse): number => Number(headers.get('x-ratelimit-remaining'));
  const health = async (url: string): Promise<ApiResponse> => new Api(url, undefined).get('/health/ready');

  beforeAll(async () => {
    redis = await OwnRedis.onFreePort();
    await redis.start();
    servers = [await start(), await start()];
  });
  afterAll(async () => {
    for (const server of servers) {
      await server.stop();
      await server.removeData();
    }
    await redis.stop();
  });

  it('let exactly a bucket through of 200 requests at once', async () => {
    const tenant = await tenantHere();
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => list(at(urls()[i % 2]!, tenant.api), tenant)),
    );
    const refilled = Math.floor((performance.now() - started) / 6_000);
    const passed = answers.filter(({ status }) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(20);
    expect(passed).toBeLessThanOrEqual(20 + refilled);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(200 - passed);
  });

  it('ask Redis once a request', async () => {
    const tenant = await tenantHere();
    const key = await newKey(tenant, ['read:memories']);
    const watcher = new Redis(redis.url);
    const monitor = await watcher.monitor();
    const commands: string[][] = [];
    monitor.on('monitor', (_time: string, words: string[], source: string) => {
      if (source !== 'lua' && words.some((word) => word.includes(tenant.tenantId))) commands.push(words);
    });
    for (let i = 0; i < 5; i++) expect((await list(key, tenant)).status).toBe(200);
    await eventually(async () => expect(commands.length).toBeGreaterThanOrEqual(5));
    monitor.disconnect();
    watcher.disconnect();
    expect(commands.map(([name]) => name?.toLowerCase())).toEqual(Array(5).fill('evalsha'));
  });

  it('refuse a key that another process has revoked, within a second', async () => {
    const tenant = await tenantHere();
    const made = await tenant.api.post(KEYS, { name: randomUUID(), tenantId: tenant.tenantId });
    const elsewhere = new Api(urls()[1]!, made.body.data.plainKey as string);
    expect((await list(elsewhere, tenant)).status).toBe(200);
    await tenant.api.post(`${KEYS}/revoke`, { keyId: made.body.data.id, tenantId: tenant.tenantId });
    await eventually(async () => expect((await list(elsewhere, tenant)).status).toBe(401), 1_000);
  });

  it('follow a changed plan within ten seconds, also without a message', async () => {
    const tenant = await tenantHere();
    const limits = async (): Promise<(string | null)[]> =>
      Promise.all(
        urls().map(async (url) => (await list(at(url, tenant.api), tenant)).headers.get('x-ratelimit-limit')),
      );
    expect(await limits()).toEqual(['20', '20']);
    const client = new Client({ connectionString: sharedServer().env['DATABASE_URL'] });
    await client.connect();
    await client.query(
      `UPDATE tenants SET plan = 'enterprise', requests_per_minute = 1200, burst = 70 WHERE tenant_id = $1`,
      [tenant.tenantId],
    );
    await client.end();
    await eventually(async () => expect(await limits()).toEqual(['70', '70']), 10_000);
    await eventually(async () => {
      const made = await tenant.api.post(KEYS, { name: randomUUID(), tenantId: tenant.tenantId });
      expect(made.status).toBe(201);
      expect(made.body.data.rateLimit).toMatchObject({ requestsPerMinute: 1_200, requestsPerHour: 72_000 });
    });
  });

  it.each<[string, () => Promise<void> | void, () => Promise<void> | void]>([
    ['does not answer', () => redis.freeze(), () => redis.thaw()],
    ['is gone', () => redis.stop(), () => redis.start()],
  ])('go on by themselves while it %s, and together again after', async (_, stop, goOn) => {
    const [here = ''] = urls();
    const tenant = await tenantHere();
    expect((await health(here)).body.data).toMatchObject({ status: 'ok', degraded: [] });
    for (let i = 0; i < 9; i++) await list(tenant.api, tenant);
    await stop();
    const without: ApiResponse[] = [];
    const took: number[] = [];
    for (let i = 0; i < 8; i++) {
      const started = performance.now();
      without.push(await list(tenant.api, tenant));
      took.push(performance.now() - started);
    }
    // One waits for Redis, 50 ms; if the others did, too, none would be quicker, however quick the machine.
    expect(Math.min(...took.slice(1))).toBeLessThan(50);
    expect(without.map(({ status }) => status)).toEqual(Array(8).fill(200));
    // It goes on from where Redis left off: no bucket is full again.
    for (const answer of without) expect(remaining(answer)).toBeLessThan(16);
    await eventually(async () => {
      const degraded = await health(here);
      const states = expect.arrayContaining([expect.objectContaining({ name: 'redis', status: 'down' })]);
      const data = { status: 'degraded', degraded: ['redis', 'rate limits'], dependencies: states };
      expect([degraded.status, degraded.body.data]).toEqual([200, data]);
    });
    const metrics = await (await fetch(`${here}/metrics`)).text();
    expect(metrics).toMatch(/^mneme_degraded\{part="rate limits"\} 1$/m);
    expect(metrics).toMatch(/^mneme_rate_limit_fallbacks_total [1-9]/m);
    await goOn();
    await eventually(async () => {
      for (const url of urls()) expect((await health(url)).body.data).toMatchObject({ status: 'ok', degraded: [] });
    });
    const other = await tenantHere();
    await list(other.api, other);
    expect(remaining(await list(at(urls()[1]!, other.api), other))).toBe(18);
  });

  it('hold up no erasure while their Redis does not answer', async () => {
    // Of a process that shares their database, and has another Redis.
    const tenant = await newTenant();
    const memory = { content: 'The pier was painted', type: 'event', tenantId: tenant.tenantId };
    expect((await tenant.api.post(MEMORIES, memory)).status).toBe(201);
    redis.freeze();
    expect((await tenant.api.delete(`/api/v1/tenants/${tenant.tenantId}`)).status).toBe(202);
    await eventually(async () => {
      const { status, body } = await list(tenant.api, tenant);
      expect([status, body.data?.pagination.total]).toEqual([200, 0]);
    });
    redis.thaw();
    await eventually(async () => {
      for (const url of urls()) expect((await health(url)).body.data).toMatchObject({ status: 'ok', degraded: [] });
    });
  });

  it('have the key that was revoked while Redis was away refused once they hear each other again', async () => {
    const tenant = await tenantHere();
    const made = await tenant.api.post(KEYS, { name: randomUUID(), tenantId: tenant.tenantId });
    const elsewhere = new Api(urls()[1]!, made.body.data.plainKey as string);
    expect((await list(elsewhere, tenant)).status).toBe(200);
    await redis.stop();
    const revoked = await tenant.api.post(`${KEYS}/revoke`, { keyId: made.body.data.id, tenantId: tenant.tenantId });
    expect(revoked.status).toBe(200);
    await redis.start();
    await eventually(async () => expect((await list(elsewhere, tenant)).status).toBe(401), 10_000);
  });

  it('tell how the limit stands also where the database is gone', async () => {
    const { env, drop } = await createTestDatabase();
    const server = await start({ ...env, REDIS_URL: redis.url, REDIS_PREFIX: `mneme-test-${randomUUID()}` });
    const tenant = await newTenant({ ...sharedServer(), url: server.url });
    expect((await list(tenant.api, tenant)).status).toBe(200);
    await drop();
    const failed = await list(tenant.api, tenant);
    expect([failed.status, failed.headers.get('x-ratelimit-limit'), remaining(failed)]).toEqual([500, '20', 18]);
    await server.stop();
    await server.removeData();
  });
});
