import { Api, codeOf, newKey, newTenant, sharedServer, userToken, type TestTenant } from '../../support/service/api.js';
import { routeTable, type Route } from '../../support/service/route-table.js';

/** What may be read without a credential. Everything else refuses; a route that is missing here must be guarded. */
const PUBLIC = /^\/(console|docs|openapi\.(json|yaml)|health|metrics|\.well-known)(\/|\*|$)|^\/(api\/v1)?$/;
/** Any valid credential will do. */
const ANY_SCOPE = new Set(['GET /auth/clerk-token']);
/** Another protocol: not in the document. Each call of a tool is a request to one of the other routes. */
const MCP = '/mcp';

interface Operation {
  readonly 'x-required-scope'?: string;
}

const guarded = (): Route[] => routeTable().filter(({ path, method }) => !PUBLIC.test(path) && method !== 'HEAD');
const concrete = (path: string, tenantId: string): string =>
  path.replace(':tenantId', tenantId).replace(/:\w+/g, 'mem_01h455vb4pex5vsknk084sn02q');

async function call(
  api: Api,
  { method, path }: Route,
  tenantId: string,
): Promise<{ status: number; code: string | undefined }> {
  const query = method === 'GET' || method === 'DELETE' ? `?tenantId=${tenantId}` : '';
  const options = query === '' ? { body: { tenantId } } : {};
  const response = await api.send(method, `${concrete(path, tenantId)}${query}`, options);
  return { status: response.status, code: codeOf(response) };
}

describe('every route', () => {
  let tenant: TestTenant;
  const url = sharedServer().url;
  beforeAll(async () => {
    tenant = await newTenant();
  });

  it('is known to this test: the table is not empty and holds the interface', () => {
    const known = guarded().map(({ method, path }) => `${method} ${path}`);
    expect(known).toEqual(
      expect.arrayContaining([
        'POST /api/v1/memories',
        'GET /api/v1/memories',
        'GET /api/v1/memories/:id',
        'PATCH /api/v1/memories/:id',
        'DELETE /api/v1/memories/:id',
        'POST /api/v1/memories/search',
        'POST /api/v1/api-keys',
        'GET /api/v1/api-keys',
        'POST /api/v1/api-keys/revoke',
        'POST /api/v1/api-keys/rotate',
        'POST /api/v1/webhooks',
        'GET /api/v1/webhooks',
        'POST /api/v1/webhooks/:id/test',
        'DELETE /api/v1/webhooks/:id',
        'GET /api/v1/api-keys/usage',
        'GET /api/v1/usage/metrics/:tenantId',
        'POST /api/v1/intelligence/patterns/:id/dismiss',
        'DELETE /api/v1/intelligence/patterns/:id/dismiss',
        'GET /auth/clerk-token',
        'POST /mcp',
        'GET /mcp',
        'DELETE /mcp',
      ]),
    );
  });

  it.each([
    ['no credential', () => Promise.resolve(undefined), 'AUTH_REQUIRED'],
    ['a credential that is nothing', () => Promise.resolve('nothing'), 'AUTH_INVALID'],
    ['a key with a wrong checksum', () => Promise.resolve(`mneme_live_${'a'.repeat(46)}`), 'AUTH_INVALID'],
    ['a token that has expired', () => userToken(tenant.tenantId, { exp: 1_000 }), 'AUTH_INVALID'],
    ['a token of another issuer', () => userToken(tenant.tenantId, { iss: 'https://else.test' }), 'AUTH_INVALID'],
    ['a token not yet valid', () => userToken(tenant.tenantId, { nbf: 4_000_000_000 }), 'AUTH_INVALID'],
    ['a forged token', async () => `${(await userToken(tenant.tenantId)).slice(0, -8)}AAAAAAAA`, 'AUTH_INVALID'],
  ])('refuses %s', async (_, token, code) => {
    const api = new Api(url, await token());
    for (const route of guarded()) {
      expect({ route, ...(await call(api, route, tenant.tenantId)) }).toEqual({ route, status: 401, code });
    }
  });

  it('refuses a revoked key', async () => {
    const created = await tenant.api.post('/api/v1/api-keys', { name: 'to be revoked', tenantId: tenant.tenantId });
    const api = new Api(url, created.body.data.plainKey as string);
    const list = { method: 'GET', path: '/api/v1/memories' };
    expect((await call(api, list, tenant.tenantId)).status).toBe(200);
    await tenant.api.post('/api/v1/api-keys/revoke', { keyId: created.body.data.id, tenantId: tenant.tenantId });
    for (const route of guarded()) {
      expect({ route, ...(await call(api, route, tenant.tenantId)) }).toEqual({
        route,
        status: 401,
        code: 'AUTH_INVALID',
      });
    }
  });

  it('refuses a credential of another tenant wherever the tenant is named', async () => {
    const stranger = await newTenant();
    for (const route of guarded().filter(({ path }) => path !== '/auth/clerk-token')) {
      const expected = { route, status: 403, code: 'TENANT_MISMATCH' };
      expect({ route, ...(await call(stranger.api, route, tenant.tenantId)) }).toEqual(expected);
    }
  });

  it('refuses a key without its scope, and names a scope at all', async () => {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const others = [
      'read:memories',
      'write:memories',
      'manage:keys',
      'read:intelligence',
      'write:intelligence',
      'write:webhooks',
      'read:usage',
    ];
    for (const route of guarded().filter(({ path }) => path !== MCP)) {
      const scope =
        document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]?.['x-required-scope'];
      expect({ route, scope }).toEqual({ route, scope: expect.any(String) });
      if (ANY_SCOPE.has(`${route.method} ${route.path}`)) continue;
      const api = await newKey(
        tenant,
        others.filter((other) => other !== scope),
      );
      const expected = { route, status: 403, code: 'INSUFFICIENT_SCOPE' };
      expect({ route, ...(await call(api, route, tenant.tenantId)) }).toEqual(expected);
    }
  });
});
