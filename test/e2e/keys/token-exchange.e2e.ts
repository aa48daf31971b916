import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Api, newTenant, userToken, type ApiResponse, type TestTenant } from '../../support/service/api.js';

const EXCHANGE = '/auth/clerk-token';
const ALL = ['read:memories', 'write:memories', 'read:intelligence', 'write:webhooks', 'manage:keys', 'read:usage'];

const failure = ({ status, body }: ApiResponse): unknown[] => [status, ...body.errors.map(({ code }) => code)];

/** GET /auth/clerk-token. */
describe('tokens in exchange for a credential', () => {
  let tenant: TestTenant;
  const create = (more: Record<string, unknown> = {}, api: Api = tenant.api): Promise<ApiResponse> =>
    api.post('/api/v1/api-keys', { name: `key ${randomUUID()}`, tenantId: tenant.tenantId, ...more });
  const revoke = (keyId: string): Promise<ApiResponse> =>
    tenant.api.post('/api/v1/api-keys/revoke', { keyId, tenantId: tenant.tenantId });
  const as = (token: string): Api => new Api(tenant.api.url, token);
  const reads = async (token: string): Promise<number> =>
    (await as(token).get(`/api/v1/memories?tenantId=${tenant.tenantId}`)).status;

  beforeEach(async () => {
    tenant = await newTenant();
  });

  interface Token {
    token: string;
    expiresAt: string;
  }
  const exchange = async (api: Api): Promise<Token> => (await api.get(EXCHANGE)).body.data as Token;

  it("carry on a user's tenant and scopes, for an hour", async () => {
    const response = await tenant.api.get(EXCHANGE);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { token, expiresAt } = response.body.data as Token;
    expect(response.body.data).toEqual({ token, tokenType: 'Bearer', expiresAt, tenantId: tenant.tenantId });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'mneme-service+jwt' });
    expect(decodeJwt(token)).toMatchObject({ sub: tenant.tenantId, exp: Date.parse(expiresAt) / 1_000, iss: 'mneme' });
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect((await create({ scopes: ALL }, as(token))).status).toBe(201);
  });

  it('never outlast the credential, however often exchanged', async () => {
    const exp = Math.floor(Date.now() / 1_000) + 100;
    const first = await exchange(as(await userToken(tenant.tenantId, { exp })));
    expect(Date.parse(first.expiresAt)).toBe(exp * 1_000);
    const second = await exchange(as(first.token));
    expect(second.expiresAt).toBe(first.expiresAt);
    const expiresAt = Date.now() + 200_000;
    const { plainKey } = (await create({ expiresAt })).body.data as { plainKey: string };
    expect(Date.parse((await exchange(as(plainKey))).expiresAt)).toBeLessThanOrEqual(expiresAt);
  });

  it('have no more scopes than their key, and die with it', async () => {
    const { id, plainKey } = (await create({ scopes: ['read:memories'] })).body.data as {
      id: string;
      plainKey: string;
    };
    const first = await exchange(as(plainKey));
    const second = await exchange(as(first.token));
    expect(failure(await as(first.token).get('/api/v1/api-keys'))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    expect(await reads(first.token)).toBe(200);
    expect(await reads(second.token)).toBe(200);
    await revoke(id);
    expect(await reads(first.token)).toBe(401);
    expect(await reads(second.token)).toBe(401);
    expect((await as(second.token).get(EXCHANGE)).status).toBe(401);
  });

  it('are not given without a credential, nor under /api/v1', async () => {
    expect(failure(await new Api(tenant.api.url, undefined).get(EXCHANGE))).toEqual([401, 'AUTH_REQUIRED']);
    expect(failure(await tenant.api.get(`/api/v1${EXCHANGE}`))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});
