import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import {
  Api,
  codeOf,
  newKey,
  newTenant,
  sharedServer,
  type ApiResponse,
  type TestTenant,
} from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { ServerProcess } from '../../support/service/server-process.js';

const MEMORIES = '/api/v1/memories';
const KEYS = '/api/v1/api-keys';
const UNKNOWN = 'mem_01h455vb4pex5vsknk084sn02q';

/** Limit, tokens left, seconds until the bucket is full, seconds to wait. */
const standing = ({ headers }: Pick<ApiResponse, 'headers'>): Record<string, number> => {
  const read = (name: string): number => (headers.has(name) ? Number(headers.get(name)) : NaN);
  return {
    limit: read('x-ratelimit-limit'),
    remaining: read('x-ratelimit-remaining'),
    fullIn: read('x-ratelimit-reset') - Date.now() / 1_000,
    retryAfter: read('x-ratelimit-retry-after'),
  };
};

describe('every response tells how the limit stands', () => {
  let tenant: TestTenant;
  const nobody = new Api(sharedServer().url, undefined);
  const create = (more: object = {}): Promise<ApiResponse> =>
    tenant.api.post(MEMORIES, { content: 'x', type: 'task', tenantId: tenant.tenantId, ...more });
  beforeAll(async () => {
    tenant = await newTenant();
  });

  it.each<[number, string, () => Promise<ApiResponse>]>([
    [200, 'a list', () => tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}`)],
    [200, 'HEAD', () => tenant.api.send('HEAD', `${MEMORIES}?tenantId=${tenant.tenantId}`)],
    [201, 'a new memory', () => create()],
    [400, 'a wrong field', () => create({ importance: 7 })],
    [403, 'another tenant', () => create({ tenantId: 'else' })],
    [403, 'a missing scope', async () => (await newKey(tenant, ['read:usage'])).get(KEYS)],
    [404, 'an unknown memory', () => tenant.api.get(`${MEMORIES}/${UNKNOWN}?tenantId=${tenant.tenantId}`)],
    [
      409,
      'a second key of that name',
      async () => {
        const body = { name: randomUUID(), tenantId: tenant.tenantId };
        await tenant.api.post(KEYS, body);
        return tenant.api.post(KEYS, body);
      },
    ],
  ])('%i for %s: its tenant’s', async (status, _, ask) => {
    const response = await ask();
    const { limit, remaining = 0, fullIn, retryAfter } = standing(response);
    expect([response.status, limit, retryAfter]).toEqual([status, 12_000, NaN]);
    expect(remaining).toBeLessThan(12_000);
    expect(remaining).toBeGreaterThan(11_000);
    expect(Math.abs(fullIn ?? NaN)).toBeLessThan(10);
    expect(response.headers.has('retry-after')).toBe(false);
  });

  it.each<[number, string, () => Promise<Pick<Response, 'status' | 'headers'>>]>([
    [401, 'no credential', () => nobody.get(MEMORIES)],
    [401, 'a wrong credential', () => new Api(nobody.url, 'nothing').get(MEMORIES)],
    [404, 'an unknown route', () => tenant.api.get('/nope')],
    [404, 'OPTIONS', () => tenant.api.send('OPTIONS', MEMORIES)],
    [400, 'a broken path', () => tenant.api.get(`${MEMORIES}/%zz`)],
    [400, 'broken JSON', () => tenant.api.post(MEMORIES, undefined, { rawBody: '{"content":' })],
    [413, 'too much', () => tenant.api.post(MEMORIES, undefined, { rawBody: JSON.stringify('x'.repeat(1_048_577)) })],
    [
      415,
      'no JSON',
      () => tenant.api.post(MEMORIES, undefined, { rawBody: 'x', headers: { 'content-type': 'text/plain' } }),
    ],
    [200, 'health', () => nobody.get('/health/ready')],
    [200, 'metrics', () => fetch(`${nobody.url}/metrics`)],
    [200, 'the documents', () => fetch(`${nobody.url}/docs`)],
    [200, 'OpenAPI', () => nobody.get('/openapi.json')],
  ])('%i for %s, where nobody is known: its address’s', async (status, _, ask) => {
    const response = await ask();
    expect([response.status, standing(response).limit]).toEqual([status, 600_000]);
    expect(standing(response).remaining).toBeGreaterThan(500_000);
    expect(Math.abs(standing(response).fullIn ?? NaN)).toBeLessThan(61);
  });

  it('400 for what is not HTTP', async () => {
    const { hostname, port } = new URL(nobody.url);
    const socket = connect(Number(port), hostname);
    socket.end('NONSENSE\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(
      /^x-ratelimit-limit: 600000\r\nx-ratelimit-remaining: \d+\r\nx-ratelimit-reset: \d+\r$/m,
    );
  });
});

describe('limits', () => {
  let server: ServerProcess;
  const tenantOn = (of: ServerProcess): Promise<TestTenant> => newTenant({ ...sharedServer(), url: of.url });
  const start = (more: Record<string, string>): Promise<ServerProcess> => {
    const apart = { REDIS_PREFIX: `mneme-test-${randomUUID()}`, DEFAULT_PLAN: 'free', AUTH_FAILURES_PER_MINUTE: '5' };
    return ServerProcess.start({ ...sharedServer().env, ...apart, ...more });
  };
  beforeAll(async () => {
    server = await start({});
  });
  afterAll(async () => {
    await server.stop();
    await server.removeData();
  });

  it('let a free tenant have its burst, then its rate, and leave others alone', async () => {
    const tenant = await tenantOn(server);
    const list = (): Promise<ApiResponse> => tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}`);
    const started = performance.now();
    const first = await list();
    expect(standing(first)).toMatchObject({ limit: 20, remaining: 19 });
    expect(standing(await tenant.api.get(`${MEMORIES}/${UNKNOWN}?tenantId=${tenant.tenantId}`)).remaining).toBe(18);
    expect(standing(await tenant.api.get(`${MEMORIES}?tenantId=else`)).remaining).toBe(17);
    const rest = await Promise.all(Array.from({ length: 60 }, list));
    const seconds = (performance.now() - started) / 1_000;
    const passed = rest.filter(({ status }) => status === 200);
    const refused = rest.filter(({ status }) => status === 429);
    expect(passed.length).toBeGreaterThanOrEqual(17);
    expect(passed.length).toBeLessThanOrEqual(17 + Math.ceil(seconds / 6));
    expect(passed.length + refused.length).toBe(60);
    for (const response of refused) {
      expect(codeOf(response)).toBe('RATE_LIMIT_EXCEEDED');
      const { limit, remaining, fullIn = 0, retryAfter } = standing(response);
      expect([limit, remaining]).toEqual([20, 0]);
      expect(fullIn).toBeGreaterThan(120 - seconds - 7);
      expect(fullIn).toBeLessThan(122);
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      expect(retryAfter).toBeLessThanOrEqual(6);
      expect(response.headers.get('retry-after')).toBe(String(retryAfter));
    }
    const other = await tenantOn(server);
    expect(standing(await other.api.get(`${MEMORIES}?tenantId=${other.tenantId}`))).toMatchObject({ remaining: 19 });
    await eventually(async () => expect((await list()).status).toBe(200), 8_000);
  });

  it('count a tenant, not its keys, routes or addresses', async () => {
    const tenant = await tenantOn(server);
    const key = await newKey(tenant, ['read:memories']);
    const path = `${MEMORIES}?tenantId=${tenant.tenantId}`;
    expect(standing(await key.get(path)).remaining).toBe(18);
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    expect(standing(await key.get(path, { headers })).remaining).toBe(17);
    const exchanged = new Api(server.url, (await key.get('/auth/clerk-token')).body.data.token as string);
    expect(standing(await exchanged.post(`${MEMORIES}/search`, {})).remaining).toBe(15);
  });

  describe('of failed authentication', () => {
    const guess = (of: ServerProcess, headers: Record<string, string> = {}, token = 'nothing'): Promise<ApiResponse> =>
      new Api(of.url, token).get(MEMORIES, { headers });

    it('hold an address, which cannot pose as another, and leave the keys that work there alone', async () => {
      const tenant = await tenantOn(server);
      const used = await newKey(tenant, ['read:memories']);
      const unused = await newKey(tenant, ['read:memories']);
      const path = `${MEMORIES}?tenantId=${tenant.tenantId}`;
      expect((await used.get(path)).status).toBe(200);
      const guesses: ApiResponse[] = [];
      for (let i = 0; i < 9; i++) guesses.push(await guess(server, { 'x-forwarded-for': `203.0.113.${i}` }));
      expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
      expect(guesses.slice(0, 6).map((each) => standing(each).remaining)).toEqual([4, 3, 2, 1, 0, 0]);
      const refused = guesses[5]!;
      expect(codeOf(refused)).toBe('RATE_LIMIT_EXCEEDED');
      expect(standing(refused).limit).toBe(5);
      expect(standing(refused).retryAfter).toBeGreaterThanOrEqual(1);
      expect(standing(refused).retryAfter).toBeLessThanOrEqual(12);
      expect(refused.headers.get('retry-after')).toBe(refused.headers.get('x-ratelimit-retry-after'));
      expect((await used.get(path)).status).toBe(200);
      expect((await tenant.api.get(path)).status).toBe(200);
      // Never accepted here, so it is not even looked for.
      expect((await unused.get(path)).status).toBe(429);
    });

    it('go by the address that a trusted proxy names, IPv6 by its /64', async () => {
      const behind = await start({ TRUST_PROXY: '1' });
      const from = async (address: string): Promise<number | undefined> =>
        standing(await guess(behind, { 'x-forwarded-for': `198.51.100.1, ${address}` })).remaining;
      expect(await from('203.0.113.1')).toBe(4);
      expect(await from('203.0.113.2')).toBe(4);
      expect(await from('203.0.113.1')).toBe(3);
      expect(await from('2001:db8:0:1::1')).toBe(4);
      expect(await from('2001:db8:0:1:ffff::2')).toBe(3);
      expect(await from('2001:db8:0:2::1')).toBe(4);
      await behind.stop();
      await behind.removeData();
    });
  });
});
