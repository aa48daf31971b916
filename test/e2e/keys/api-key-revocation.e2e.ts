import { randomUUID } from 'node:crypto';
import { asIs } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { Api, newTenant, userToken, type ApiResponse, type TestTenant } from '../../support/service/api.js';

const KEYS = '/api/v1/api-keys';
const REVOKE = '/api/v1/api-keys/revoke';

/** What a client is told of a failure. */
const failure = ({ status, body }: ApiResponse): unknown[] => [
  status,
  ...body.errors.map(({ code, field }) => field ?? code),
];

/** When API keys stop working, and what never was one. */
describe('API keys', () => {
  let tenant: TestTenant;
  const create = (more: Record<string, unknown> = {}): Promise<ApiResponse> =>
    recorded(tenant, ({ apiKeys }) => apiKeys.create(asIs({ name: `key ${randomUUID()}`, ...more })));
  const revoke = (keyId: string, api: Api = tenant.api): Promise<ApiResponse> =>
    recorded({ ...tenant, api }, ({ apiKeys }) => apiKeys.revoke(keyId));
  const as = (token: string): Api => new Api(tenant.api.url, token);
  const reads = async (token: string): Promise<number> =>
    (await as(token).get(`/api/v1/memories?tenantId=${tenant.tenantId}`)).status;

  beforeEach(async () => {
    tenant = await newTenant();
  });

  describe('revoked', () => {
    it('stop working at once, also while they are in use', async () => {
      const { id, plainKey } = (await create()).body.data as { id: string; plainKey: string };
      expect(await reads(plainKey)).toBe(200);
      const done = new AbortController();
      const traffic = (async () => {
        while (!done.signal.aborted) await reads(plainKey);
      })();
      const response = await revoke(id);
      const after = await Promise.all(Array.from({ length: 10 }, () => reads(plainKey)));
      done.abort();
      await traffic;
      expect(response.status).toBe(200);
      expect(response.body.data).toMatchObject({ id, status: 'revoked', revokedAt: expect.any(String) });
      expect(response.body.data).not.toHaveProperty('plainKey');
      expect(after).toEqual(Array(10).fill(401));
      expect(failure(await as(plainKey).get(KEYS))).toEqual([401, 'AUTH_INVALID']);
    });

    it('a second time are as after the first', async () => {
      const id = (await create()).body.data.id as string;
      const first = await revoke(id);
      const second = await revoke(id);
      expect(second.status).toBe(200);
      expect(second.body.data).toEqual(first.body.data);
    });

    it('can be the caller itself', async () => {
      const { id, plainKey } = (await create({ scopes: ['manage:keys'] })).body.data as {
        id: string;
        plainKey: string;
      };
      expect((await revoke(id, as(plainKey))).status).toBe(200);
      expect((await revoke(id, as(plainKey))).status).toBe(401);
    });

    it('are not found alike where they are unknown, malformed or of another tenant', async () => {
      const other = await newTenant();
      const foreign = (await other.api.post(KEYS, { name: 'x', tenantId: other.tenantId })).body.data as { id: string };
      const own = (await create()).body.data as { id: string; keyPrefix: string; plainKey: string };
      const ids = [
        foreign.id,
        'key_01h455vb4pex5vsknk084sn02q',
        own.id.toUpperCase(),
        own.id.replace('key_', 'mem_'),
        own.id.slice(0, -1),
        own.keyPrefix,
        own.plainKey,
        randomUUID(),
        `${own.id}' OR true --`,
        '😀',
      ];
      const answers = await Promise.all(ids.map((id) => revoke(id)));
      for (const { status, body } of answers) {
        expect([status, body.errors]).toEqual([404, [{ code: 'RESOURCE_NOT_FOUND', message: 'API key not found' }]]);
      }
      expect((await other.api.get(KEYS)).body.data.apiKeys).toMatchObject([{ id: foreign.id, status: 'active' }]);
    });

    it.each<[string, Record<string, unknown>]>([
      ['keyId', { keyId: undefined }],
      ['keyId', { keyId: '' }],
      ['keyId', { keyId: 7 }],
      ['tenantId', { tenantId: undefined }],
    ])('are refused where %s is wrong (%#)', async (field, more) => {
      const response = await tenant.api.post(REVOKE, { keyId: 'key_x', tenantId: tenant.tenantId, ...more });
      expect(failure(response)).toEqual([400, field]);
    });
  });

  describe('that are not valid', () => {
    it.each<[string, (key: string) => string]>([
      ['with a wrong checksum', (key) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')],
      ['truncated', (key) => key.slice(0, -6)],
      ['of the other environment', (key) => key.replace('live', 'dev')],
      ['in upper case', (key) => key.toUpperCase()],
      ['as the prefix alone', (key) => key.slice(0, 19)],
    ])('are refused %s', async (_, change) => {
      const { plainKey } = (await create()).body.data as { plainKey: string };
      expect(failure(await as(change(plainKey)).get(KEYS))).toEqual([401, 'AUTH_INVALID']);
    });

    it('give nothing away about which part was right', async () => {
      const answers = await Promise.all(
        ['nonsense', 'mneme_live_x', await userToken(tenant.tenantId, { exp: 1 })].map((token) => as(token).get(KEYS)),
      );
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.errors]))).size).toBe(1);
    });

    it.each([
      [undefined, 'AUTH_REQUIRED'],
      ['', 'AUTH_INVALID'],
      ['Bearer', 'AUTH_INVALID'],
      ['Basic dXNlcjpwYXNz', 'AUTH_INVALID'],
      ['Bearer a b', 'AUTH_INVALID'],
    ])('as the header %j are %s', async (authorization, code) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const response = await new Api(tenant.api.url, undefined).get(KEYS, { headers });
      expect(failure(response)).toEqual([401, code]);
    });
  });
});
