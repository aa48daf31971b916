import { randomUUID } from 'node:crypto';
import { asIs, optionsOf } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { Api, newKey, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';

const KEYS = '/api/v1/api-keys';
const DAY_MS = 86_400_000;

interface Key {
  readonly id: string;
  readonly name: string;
  readonly plainKey: string;
  readonly expiresAt: string | null;
}

describe('a key that is rotated', () => {
  let tenant: TestTenant;
  const create = async (more: Record<string, unknown> = {}): Promise<Key> =>
    (await tenant.api.post(KEYS, { name: `key ${randomUUID()}`, tenantId: tenant.tenantId, ...more })).body.data as Key;
  const rotate = (id: string, more: object = {}, api = tenant.api, headers = {}): Promise<ApiResponse> => {
    const { keyId, ...params } = { keyId: id, ...more };
    return recorded({ ...tenant, api }, ({ apiKeys }) => apiKeys.rotate(keyId, asIs(params), optionsOf(headers)));
  };
  const reads = async (token: string): Promise<number> =>
    (await new Api(tenant.api.url, token).get(`/api/v1/memories?tenantId=${tenant.tenantId}`)).status;
  const failure = ({ status, body }: ApiResponse): unknown[] => [status, body.errors[0]?.code, body.errors[0]?.field];

  beforeEach(async () => {
    tenant = await newTenant();
  });

  it('works beside its successor, which may do the same, until the time is over', async () => {
    const old = await create({ environment: 'development', scopes: ['read:memories', 'read:usage'] });
    const before = Date.now();
    const { status, headers, body } = await rotate(old.id);
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { previous, ...next } = body.data as Key & { previous: Key };
    expect(next).toMatchObject({
      name: old.name,
      environment: 'development',
      scopes: ['read:memories', 'read:usage'],
      status: 'active',
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(next.id).not.toBe(old.id);
    expect(previous).toMatchObject({ id: old.id, name: old.name, status: 'active', revokedAt: null });
    expect(previous).not.toHaveProperty('plainKey');
    const end = Date.parse(previous.expiresAt ?? '');
    expect(end - before).toBeGreaterThanOrEqual(DAY_MS);
    expect(end - Date.now()).toBeLessThanOrEqual(DAY_MS);
    expect([await reads(old.plainKey), await reads(next.plainKey)]).toEqual([200, 200]);
    const { apiKeys } = (await tenant.api.get(KEYS)).body.data as { apiKeys: Key[] };
    const { plainKey: _, ...shown } = next;
    expect(apiKeys).toMatchObject([shown, { id: old.id, expiresAt: previous.expiresAt }]);
  });

  it('ends at once where no overlap is wanted, also where it has just been used', async () => {
    const old = await create();
    expect(await reads(old.plainKey)).toBe(200);
    const { body } = await rotate(old.id, { overlapSeconds: 0 });
    expect(await reads(old.plainKey)).toBe(401);
    expect(await reads(body.data.plainKey as string)).toBe(200);
  });

  it('ends when the overlap is over', async () => {
    const old = await create();
    await rotate(old.id, { overlapSeconds: 3 });
    expect(await reads(old.plainKey)).toBe(200);
    await eventually(async () => expect(await reads(old.plainKey)).toBe(401));
  });

  it('keeps its own end, which its successor has too unless it is given another', async () => {
    const expiresAt = Math.floor(Date.now() / 1_000) + 3_600;
    const old = await create({ expiresAt });
    const first = (await rotate(old.id)).body.data as Key & { previous: Key };
    expect([first.expiresAt, first.previous.expiresAt]).toEqual([old.expiresAt, old.expiresAt]);
    const second = (await rotate(first.id, { expiresAt: 1_893_456_000 })).body.data as Key;
    expect(second.expiresAt).toBe('2030-01-01T00:00:00.000Z');
  });

  it('cannot be rotated again, nor once it has ended; its successor can', async () => {
    const old = await create();
    const next = (await rotate(old.id)).body.data as Key;
    expect(failure(await rotate(old.id))).toEqual([409, 'DUPLICATE_RESOURCE', undefined]);
    expect((await rotate(next.id)).status).toBe(201);
    const revoked = await create();
    await tenant.api.post(`${KEYS}/revoke`, { keyId: revoked.id, tenantId: tenant.tenantId });
    expect(failure(await rotate(revoked.id))).toEqual([400, 'VALIDATION_ERROR', 'keyId']);
  });

  it('has one successor, however many ask at once', async () => {
    const old = await create();
    const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(old.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('is rotated once where the request is repeated, and the new key is not shown again', async () => {
    const old = await create();
    const key = { 'idempotency-key': randomUUID() };
    const first = await rotate(old.id, {}, tenant.api, key);
    const again = await rotate(old.id, {}, tenant.api, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body.data).toEqual({ ...first.body.data, plainKey: null });
    expect(again.body.metadata).toMatchObject({ warnings: [{ code: 'PLAIN_KEY_SHOWN_ONCE' }] });
  });

  it('gives nobody scopes that they lack, and can be rotated by itself', async () => {
    const mighty = await create({ scopes: ['manage:keys', 'write:webhooks'] });
    const manager = await newKey(tenant, ['manage:keys']);
    expect(failure(await rotate(mighty.id, {}, manager))).toEqual([403, 'INSUFFICIENT_SCOPE', undefined]);
    expect(await rotate(mighty.id, {}, new Api(tenant.api.url, mighty.plainKey))).toMatchObject({ status: 201 });
  });

  it('is nobody else’s', async () => {
    const other = await newTenant();
    const { id } = await create();
    const foreign = await other.api.post(`${KEYS}/rotate`, { keyId: id, tenantId: other.tenantId });
    expect(failure(foreign)).toEqual([404, 'RESOURCE_NOT_FOUND', undefined]);
    expect(failure(await rotate('key_nothing'))).toEqual([404, 'RESOURCE_NOT_FOUND', undefined]);
  });

  it.each([
    ['overlapSeconds', { overlapSeconds: -1 }],
    ['overlapSeconds', { overlapSeconds: 2_592_001 }],
    ['overlapSeconds', { overlapSeconds: 1.5 }],
    ['overlapSeconds', { overlapSeconds: '60' }],
    ['expiresAt', { expiresAt: 1_600_000_000 }],
    ['keyId', { keyId: undefined }],
    ['name', { name: 'another' }],
  ])('is refused where %s is wrong (%#)', async (field, more) => {
    expect(failure(await rotate('key_01kaj3w5m8f5zrj0q7f8t1x2ya', more))).toEqual([400, 'VALIDATION_ERROR', field]);
  });
});
