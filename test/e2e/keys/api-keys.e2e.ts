import { randomUUID } from 'node:crypto';
import { recorded } from '../../support/client/recorded-call.js';
import { Api, newKey, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';

const KEYS = '/api/v1/api-keys';
const ALL = ['read:memories', 'write:memories', 'read:intelligence', 'write:webhooks', 'manage:keys', 'read:usage'];

/** What a client is told of a failure. */
const failure = ({ status, body }: ApiResponse): unknown[] => [
  status,
  ...body.errors.map(({ code, field }) => field ?? code),
];

/** `field` is wrong. */
const wrong = (field: string): unknown[] => [400, field];

describe('API keys', () => {
  let tenant: TestTenant;
  const create = (more: Record<string, unknown> = {}, api: Api = tenant.api): Promise<ApiResponse> =>
    api.post(KEYS, { name: `key ${randomUUID()}`, tenantId: tenant.tenantId, ...more });
  const revoke = (keyId: string, api: Api = tenant.api): Promise<ApiResponse> =>
    recorded({ ...tenant, api }, ({ apiKeys }) => apiKeys.revoke(keyId));
  const listed = async (): Promise<Record<string, unknown>[]> =>
    (await tenant.api.get(KEYS)).body.data.apiKeys as Record<string, unknown>[];
  const as = (token: string): Api => new Api(tenant.api.url, token);
  const reads = async (token: string): Promise<number> =>
    (await as(token).get(`/api/v1/memories?tenantId=${tenant.tenantId}`)).status;

  beforeEach(async () => {
    tenant = await newTenant();
  });

  describe('created', () => {
    it('have everything that was asked for, and are shown once', async () => {
      const expiresAt = 1_893_456_000;
      const asked = { name: 'Büro 🔑 ', environment: 'development', scopes: ['read:memories'], expiresAt };
      const { status, headers, body } = await create(asked);
      expect(status).toBe(201);
      expect(headers.get('cache-control')).toBe('no-store');
      const { plainKey, ...shown } = body.data as Record<string, string>;
      expect(shown).toEqual({
        id: expect.stringMatching(/^key_[0-9a-hjkmnp-tv-z]{26}$/),
        name: 'Büro 🔑 ',
        keyPrefix: plainKey?.slice(0, 'mneme_dev_'.length + 8),
        environment: 'development',
        scopes: ['read:memories'],
        rateLimit: { requestsPerMinute: 6_000, requestsPerHour: 360_000, requestsPerDay: 8_640_000 },
        status: 'active',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        expiresAt: '2030-01-01T00:00:00.000Z',
        lastUsedAt: null,
        revokedAt: null,
      });
      expect(plainKey).toMatch(/^mneme_dev_[0-9A-Za-z]{46}$/);
      expect(await listed()).toEqual([shown]);
      expect(await reads(plainKey ?? '')).toBe(200);
    });

    it('are for production and for memories by default', async () => {
      const { data } = (await create()).body;
      expect(data).toMatchObject({
        environment: 'production',
        scopes: ['read:memories', 'write:memories'],
        expiresAt: null,
      });
      expect(data.plainKey).toMatch(/^mneme_live_/);
    });

    it('take an end in milliseconds too', async () => {
      expect((await create({ expiresAt: 1_893_456_000_000 })).body.data.expiresAt).toBe('2030-01-01T00:00:00.000Z');
    });

    it('have each scope once', async () => {
      const { data } = (await create({ scopes: ['read:usage', 'read:memories', 'read:usage'] })).body;
      expect(data.scopes).toEqual(['read:usage', 'read:memories']);
    });

    it.each<[string, Record<string, unknown>]>([
      ['name', { name: undefined }],
      ['name', { name: '' }],
      ['name', { name: null }],
      ['name', { name: 7 }],
      ['name', { name: 'a\u0000b' }],
      ['name', { name: '😀'.repeat(256) }],
      ['environment', { environment: 'staging' }],
      ['environment', { environment: null }],
      ['scopes', { scopes: 'read:memories' }],
      ['scopes', { scopes: [] }],
      ['scopes', { scopes: null }],
      ['scopes[1]', { scopes: ['read:memories', 'read:everything'] }],
      ['scopes[0]', { scopes: ['__proto__'] }],
      ['scopes[0]', { scopes: [7] }],
      ['expiresAt', { expiresAt: 1_600_000_000 }],
      ['expiresAt', { expiresAt: 0 }],
      ['expiresAt', { expiresAt: -1 }],
      ['expiresAt', { expiresAt: '1893456000' }],
      ['expiresAt', { expiresAt: 1e300 }],
      ['expiresAt', { expiresAt: null }],
      ['tenantId', { tenantId: undefined }],
      ['plainKey', { plainKey: 'mine' }],
    ])('are refused where %s is wrong (%#)', async (field, more) => {
      const response = await create(more);
      expect(failure(response)).toEqual(wrong(field));
      expect(response.body.errors[0]?.code).toBe('VALIDATION_ERROR');
    });

    it('may have a name of 255 characters beyond the first plane', async () => {
      expect((await create({ name: '😀'.repeat(255) })).status).toBe(201);
    });

    it('tell which scopes there are', async () => {
      const response = await create({ scopes: ['memories'] });
      for (const scope of ALL) expect(response.body.errors[0]?.message).toContain(scope);
    });
  });

  describe('handed on', () => {
    it('only with scopes that the creator has', async () => {
      const manager = await newKey(tenant, ['manage:keys', 'read:memories']);
      expect(failure(await create({ scopes: ['write:memories'] }, manager))).toEqual([403, 'INSUFFICIENT_SCOPE']);
      expect(failure(await create({ scopes: ALL }, manager))).toEqual([403, 'INSUFFICIENT_SCOPE']);
      expect((await create({ scopes: ['manage:keys'] }, manager)).status).toBe(201);
      expect((await create({}, manager)).body.data.scopes).toEqual(['read:memories']);
    });

    it('not by one who has none of the usual scopes', async () => {
      const manager = await newKey(tenant, ['manage:keys']);
      expect(failure(await create({}, manager))).toEqual([403, 'INSUFFICIENT_SCOPE']);
    });

    it('not by one without manage:keys', async () => {
      const reader = await newKey(
        tenant,
        ALL.filter((scope) => scope !== 'manage:keys'),
      );
      const { tenantId } = tenant;
      const refused = [403, 'INSUFFICIENT_SCOPE'];
      expect(failure(await create({ scopes: ['read:memories'] }, reader))).toEqual(refused);
      expect(failure(await reader.get(`${KEYS}?tenantId=${tenantId}`))).toEqual(refused);
      expect(failure(await revoke('key_x', reader))).toEqual(refused);
    });
  });

  describe('of the same name', () => {
    const duplicate = [409, 'DUPLICATE_RESOURCE'];

    it('are refused while one is active, in one environment of one tenant', async () => {
      const name = 'the name';
      const first = await create({ name });
      expect(failure(await create({ name }))).toEqual(duplicate);
      expect(failure(await create({ name, environment: 'production' }))).toEqual(duplicate);
      expect((await create({ name, environment: 'development' })).status).toBe(201);
      expect((await create({ name: 'The name' })).status).toBe(201);
      const other = await newTenant();
      expect((await other.api.post(KEYS, { name, tenantId: other.tenantId })).status).toBe(201);
      await revoke(first.body.data.id as string);
      expect((await create({ name })).status).toBe(201);
    });

    it('may follow one that has expired, which stays expired', async () => {
      const name = 'short-lived';
      const end = Date.now() + 3_000;
      const first = await create({ name, expiresAt: end });
      expect(failure(await create({ name }))).toEqual(duplicate);
      expect(await reads(first.body.data.plainKey as string)).toBe(200);
      await eventually(async () => {
        expect(await reads(first.body.data.plainKey as string)).toBe(401);
      });
      expect((await create({ name })).status).toBe(201);
      expect(failure(await create({ name }))).toEqual(duplicate);
      expect((await listed()).map((key) => key['status'])).toEqual(['active', 'expired']);
    });

    it('are made once where many ask at once', async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'race' })));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    });
  });

  describe('listed', () => {
    it('stand newest first, page by page', async () => {
      for (const name of ['a', 'b', 'c']) await create({ name });
      expect((await listed()).map((key) => key['name'])).toEqual(['c', 'b', 'a']);
      const { data } = (await tenant.api.get(`${KEYS}?tenantId=${tenant.tenantId}&page=2&limit=2`)).body;
      expect(data.apiKeys.map((key: { name: string }) => key.name)).toEqual(['a']);
      expect(data.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2, hasNext: false, hasPrevious: true });
    });

    it('are none in a new tenant', async () => {
      const { data } = (await tenant.api.get(KEYS)).body;
      expect(data.apiKeys).toEqual([]);
      expect(data.pagination).toEqual({ page: 1, limit: 50, total: 0, pages: 0, hasNext: false, hasPrevious: false });
    });

    it('are never those of another tenant', async () => {
      await create();
      const other = await newTenant();
      expect((await other.api.get(KEYS)).body.data.apiKeys).toEqual([]);
      expect(failure(await other.api.get(`${KEYS}?tenantId=${tenant.tenantId}`))).toEqual([403, 'tenantId']);
    });

    it.each(['page=0', 'page=1.5', 'limit=0', 'limit=101', 'limit=x', 'all=1'])(
      'are refused with %s',
      async (query) => {
        expect(failure(await tenant.api.get(`${KEYS}?${query}`))).toEqual(wrong(query.split('=')[0] ?? ''));
      },
    );
  });
});
