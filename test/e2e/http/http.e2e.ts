import { connect } from 'node:net';
import { once } from 'node:events';
import { Api, codeOf, newTenant, sharedServer, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';

describe('every response', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
  });
  const envelope = (id: unknown): object => ({
    request_id: id,
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    version: 'v1',
  });

  it.each([
    ['an unknown route', 'GET', '/nope', 404, 'RESOURCE_NOT_FOUND'],
    ['an unknown route under the API', 'GET', '/api/v1/nope', 404, 'RESOURCE_NOT_FOUND'],
    ['an unknown version', 'GET', '/api/v2/memories', 404, 'RESOURCE_NOT_FOUND'],
    ['a wrong method', 'PUT', MEMORIES, 404, 'RESOURCE_NOT_FOUND'],
    ['OPTIONS without CORS', 'OPTIONS', MEMORIES, 404, 'RESOURCE_NOT_FOUND'],
    ['a broken path', 'GET', '/api/v1/memories/%zz', 400, 'VALIDATION_ERROR'],
  ])('to %s is an envelope', async (_, method, path, status, code) => {
    const response = await tenant.api.send(method, path);
    expect(response.status).toBe(status);
    expect(response.body).toEqual({
      success: false,
      errors: [{ code, message: expect.any(String) }],
      metadata: envelope(response.headers.get('x-request-id')),
    });
  });

  it.each([
    ['no JSON at all', '{"content":', 'application/json', 400, 'VALIDATION_ERROR'],
    ['JSON of another kind', '[1]', 'application/json', 400, 'VALIDATION_ERROR'],
    ['nothing', '', 'application/json', 400, 'VALIDATION_ERROR'],
    [
      'JSON nested 10,000 levels deep',
      `{"metadata":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      'application/json',
      400,
      'VALIDATION_ERROR',
    ],
    [
      'more than 1 MiB',
      JSON.stringify({ content: 'x'.repeat(1_048_577) }),
      'application/json',
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['another content type', 'content=x', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text', 'x', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('to a body of %s is an envelope', async (_, rawBody, type, status, code) => {
    const response = await tenant.api.send('POST', MEMORIES, { rawBody, headers: { 'content-type': type } });
    expect([response.status, response.body.success, response.body.errors[0]?.code]).toEqual([status, false, code]);
    expect(response.body.metadata).toEqual(envelope(response.headers.get('x-request-id')));
  });

  it('takes JSON with a charset', async () => {
    const body = { content: 'x', type: 'task', tenantId: tenant.tenantId };
    const response = await tenant.api.post(MEMORIES, body, {
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(response.status).toBe(201);
  });

  it.each([
    ['POST', `${MEMORIES}?colour=red`],
    ['POST', `${MEMORIES}/search?colour=red`],
    ['GET', '/auth/clerk-token?colour=red'],
    ['GET', '/health/live?colour=red'],
  ])('names an unknown query field of %s %s', async (method, path) => {
    const body = { content: 'x', type: 'task', query: 'x', tenantId: tenant.tenantId };
    const response = await tenant.api.send(method, path, method === 'GET' ? {} : { body });
    const fault = { code: 'VALIDATION_ERROR', message: 'colour is not a field of this request', field: 'colour' };
    expect([response.status, response.body.errors]).toEqual([400, [fault]]);
  });

  it('names an unknown field of a body where a route takes none, and does nothing', async () => {
    const { tenantId, api } = tenant;
    const created = await api.post(MEMORIES, { content: 'x', type: 'task', tenantId });
    const path = `${MEMORIES}/${created.body.data.id as string}?tenantId=${tenantId}`;
    for (const target of [path, `/api/v1/tenants/${tenantId}`]) {
      const refused = await api.send('DELETE', target, { body: { dryRun: true } });
      const fault = { code: 'VALIDATION_ERROR', message: 'dryRun is not a field of this request', field: 'dryRun' };
      expect([refused.status, refused.body.errors]).toEqual([400, [fault]]);
    }
    expect((await api.get(path)).status).toBe(200);
    expect((await api.send('DELETE', path, { body: {} })).status).toBe(200);
  });

  it('refuses a body that is no object, also where a body may be left out', async () => {
    const { tenantId, api } = tenant;
    const created = await api.post(MEMORIES, { content: 'x', type: 'task', tenantId });
    const path = `${MEMORIES}/${created.body.data.id as string}?tenantId=${tenantId}`;
    for (const rawBody of ['null', '5', '"x"', 'true']) {
      const test = await api.post('/api/v1/webhooks/wh_01kaj3w5m8f5zrj0q7f8t1x2ya/test', undefined, { rawBody });
      expect([test.status, codeOf(test)]).toEqual([400, 'VALIDATION_ERROR']);
      const refused = await api.send('DELETE', path, { rawBody });
      expect([refused.status, refused.body.errors[0]?.message]).toEqual([400, 'this request takes no body']);
    }
    expect((await api.get(path)).status).toBe(200);
    expect((await api.delete(path)).status).toBe(200);
  });

  it.each(['/api/v1/memories', '/api/v1/jobs', '/api/v1/webhooks'])(
    'has nothing in %s whose id is no UUID',
    async (of) => {
      const prefix = { memories: 'mem', jobs: 'job', webhooks: 'wh' }[of.slice('/api/v1/'.length)] ?? '';
      const path = `${of}/${prefix}_2wmh5nkjmbcntq0wxdtgdkeaar?tenantId=${tenant.tenantId}`;
      const response = await tenant.api.get(path);
      expect([response.status, codeOf(response)]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    },
  );

  it.each(['POST', 'GET'])('names 100 unknown query fields at most of %s', async (method) => {
    const fields = Array.from({ length: 500 }, (_, i) => `key${i}=1`).join('&');
    const { status, body } = await tenant.api.send(
      method,
      `${MEMORIES}?${fields}`,
      method === 'GET' ? {} : { body: {} },
    );
    expect([status, body.errors.length]).toEqual([400, 100]);
  });

  it('answers HEAD as GET without a body', async () => {
    const response = await tenant.api.send('HEAD', `${MEMORIES}?tenantId=${tenant.tenantId}`);
    expect([response.status, response.body]).toEqual([200, {}]);
  });

  it("carries the client's request id where it has a good form, else a new one", async () => {
    const given = await tenant.api.get('/nope', { headers: { 'x-request-id': 'my-id.1_2' } });
    expect(given.body.metadata.request_id).toBe('my-id.1_2');
    const refused = await tenant.api.get('/nope', { headers: { 'x-request-id': 'no spaces allowed' } });
    expect(refused.body.metadata.request_id).toMatch(/^req_[0-9a-z]{26}$/);
  });

  it('carries security headers and no CORS', async () => {
    const { headers } = await tenant.api.get(MEMORIES, { headers: { origin: 'https://elsewhere.test' } });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy':
        "default-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;object-src 'none';frame-ancestors 'none';base-uri 'self'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('is an envelope even where the request is not HTTP', async () => {
    const { hostname, port } = new URL(sharedServer().url);
    const socket = connect(Number(port), hostname);
    socket.end('NONSENSE\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    const [head, body] = answer.toString().split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 400/);
    expect(JSON.parse(body ?? '')).toMatchObject({
      success: false,
      errors: [{ code: 'VALIDATION_ERROR' }],
      metadata: { request_id: /^x-request-id: (req_\w+)\r?$/m.exec(head ?? '')?.[1] },
    });
  });

  it('shows documents without a credential, loading nothing from elsewhere', async () => {
    const page = await fetch(`${sharedServer().url}/docs`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it('without a credential says so before anything else', async () => {
    const response = await new Api(sharedServer().url, undefined).post(MEMORIES, { nonsense: true });
    expect([response.status, response.body.errors[0]?.code]).toEqual([401, 'AUTH_REQUIRED']);
  });
});
