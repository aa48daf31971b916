import { codeOf, newKey, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const WEBHOOKS = '/api/v1/webhooks';
const SECRET = 'not much of a secret';

describe('webhooks', () => {
  let receiver: WebhookReceiver;
  let tenant: TestTenant;
  const body = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
    ...{ name: 'a receiver', url: receiver.url(), events: ['memory.created'], secret: SECRET },
    ...more,
  });
  const register = (more?: Record<string, unknown>): Promise<ApiResponse> => tenant.api.post(WEBHOOKS, body(more));

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
  });
  beforeEach(async () => {
    tenant = await newTenant();
  });
  afterAll(() => receiver.close());

  it('are registered, listed, read, changed and deleted, and never show their secret', async () => {
    const created = await register({ tenantId: tenant.tenantId });
    expect(created.status).toBe(201);
    const webhook = {
      id: expect.stringMatching(/^wh_[0-9a-z]{26}$/),
      name: 'a receiver',
      url: receiver.url(),
      events: ['memory.created'],
      status: 'active',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      lastDeliveryAt: null,
      consecutiveFailures: 0,
      disabledReason: null,
    };
    expect(created.body.data).toEqual(webhook);
    const path = `${WEBHOOKS}/${created.body.data.id as string}`;
    expect((await tenant.api.get(path)).body.data).toEqual(created.body.data);
    const list = await tenant.api.get(`${WEBHOOKS}?tenantId=${tenant.tenantId}`);
    expect(list.body.data).toMatchObject({
      webhooks: [created.body.data],
      pagination: { total: 1, page: 1, hasNext: false },
    });

    const change = {
      name: 'another name',
      events: ['memory.deleted', 'memory.deleted', 'api_key.created'],
      status: 'inactive',
    };
    const changed = await tenant.api.patch(path, { ...change, secret: 'another secret' });
    expect(changed.body.data).toEqual({ ...webhook, ...change, events: ['memory.deleted', 'api_key.created'] });
    expect(changed.body.data.updatedAt > created.body.data.updatedAt).toBe(true);
    expect((await tenant.api.patch(path, {})).body.data).toEqual(changed.body.data);

    expect((await tenant.api.delete(path)).body.data).toEqual({ id: created.body.data.id, deleted: true });
    expect((await tenant.api.delete(path)).status).toBe(404);
    expect((await tenant.api.get(path)).status).toBe(404);
    for (const response of [created, list, changed]) expect(JSON.stringify(response.body)).not.toMatch(/secret/i);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ url: 'nowhere' }, 'url'],
    [{ url: `https://example.com/${'x'.repeat(2_048)}` }, 'url'],
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'https://user:word@127.0.0.1/' }, 'url'],
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ url: 'https://nowhere.invalid/' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: 'memory.created' }, 'events'],
    [{ events: ['memory.created', 'memory.dreamt'] }, 'events[1]'],
    [{ events: ['webhook.test'] }, 'events[0]'],
    [{ secret: 'x'.repeat(7) }, 'secret'],
    [{ secret: 'x'.repeat(257) }, 'secret'],
    [{ status: 'sleeping' }, 'status'],
    [{ colour: 'green' }, 'colour'],
  ])('refuse %j', async (wrong, field) => {
    const refused = await register(wrong);
    expect({ status: refused.status, ...refused.body.errors[0] }).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      field,
    });
    const good = await register();
    const patched = await tenant.api.patch(`${WEBHOOKS}/${good.body.data.id as string}`, wrong);
    expect([patched.status, patched.body.errors[0]?.field]).toEqual([400, field]);
  });

  const whsec = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 0xfb).toString('base64')}`;

  it.each([
    ['nothing behind the prefix', 'whsec_'],
    ['blanks behind the prefix', 'whsec_  '],
    ['text behind the prefix', 'whsec_my own words, long enough for everyone'],
    ['a key of 23 bytes', whsec(23)],
    ['a key of 65 bytes', whsec(65)],
    ['no padding', whsec(32).replace('=', '')],
    ['too much padding', `${whsec(24)}==`],
    ['the alphabet of URLs', whsec(32).replaceAll('+', '-').replaceAll('/', '_')],
    ['bits that no byte has', `whsec_${'A'.repeat(42)}B=`],
    ['a blank behind it', `${whsec(32)} `],
    ['a line break behind it', `${whsec(32)}\n`],
    ['a blank before it', ` ${whsec(32)}`],
    ['the prefix in capitals', whsec(32).replace('whsec_', 'WHSEC_')],
  ])('refuse a secret that looks like one of Standard Webhooks and is none: %s', async (_, secret) => {
    const { id } = (await register()).body.data as { id: string };
    const message =
      'secret must be whsec_ and standard base64, with its padding, of 24 to 64 bytes, or not begin with whsec_';
    const refused = { status: 400, errors: [{ code: 'VALIDATION_ERROR', message, field: 'secret' }] };
    for (const { status, body: answer } of [
      await register({ name: 'another', secret }),
      await tenant.api.patch(`${WEBHOOKS}/${id}`, { secret }),
      await tenant.api.post(`${WEBHOOKS}/${id}/rotate-secret`, { secret }),
    ]) {
      expect({ status, errors: answer.errors }).toEqual(refused);
    }
  });

  it.each([
    ['whsec_ and 24 bytes', whsec(24)],
    ['whsec_ and 32 bytes', whsec(32)],
    ['whsec_ and 64 bytes', whsec(64)],
    ['text', 'whsecret and no prefix'],
    ['text with the prefix inside', 'my whsec_ words'],
  ])('take a secret of %s', async (_, secret) => {
    const { status, body: answer } = await register({ secret });
    expect(status).toBe(201);
    const rotated = await tenant.api.post(`${WEBHOOKS}/${answer.data.id as string}/rotate-secret`, { secret });
    expect(rotated.status).toBe(200);
  });

  it.each(['https://example.com:99999/', 'https://', 'http://[::1'])('refuse %s as no URL', async (url) => {
    const { status, body: answer } = await register({ url });
    const fault = { code: 'VALIDATION_ERROR', message: 'url must be a valid URL', field: 'url' };
    expect([status, answer.errors]).toEqual([400, [fault]]);
  });

  it('name the events there are to whoever asks for another', async () => {
    const refused = await register({ events: ['memory.dreamt'] });
    const names = ['memory.created', 'memory.updated', 'memory.deleted', 'api_key.created', 'api_key.revoked'];
    for (const name of names) expect(refused.body.errors[0]?.message).toContain(name);
  });

  it('are one a url and name, also when changed', async () => {
    await register();
    expect(codeOf(await register())).toBe('DUPLICATE_RESOURCE');
    const other = await register({ name: 'another' });
    expect(other.status).toBe(201);
    const path = `${WEBHOOKS}/${other.body.data.id as string}`;
    expect(codeOf(await tenant.api.patch(path, { name: 'a receiver' }))).toBe('DUPLICATE_RESOURCE');
    expect((await tenant.api.patch(path, { name: 'a receiver', url: receiver.url('/other') })).status).toBe(200);
    expect((await (await newTenant()).api.post(WEBHOOKS, body())).status).toBe(201);
  });

  it('are twenty a tenant, however many are asked for at once', async () => {
    const asked = Array.from({ length: 30 }, (_, i) => register({ name: `receiver ${i}` }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    const list = await tenant.api.get(`${WEBHOOKS}?limit=15&page=2`);
    expect(list.body.data.webhooks).toHaveLength(5);
    expect(list.body.data.pagination).toMatchObject({ total: 20, pages: 2, hasNext: false, hasPrevious: true });
    await tenant.api.delete(`${WEBHOOKS}/${list.body.data.webhooks[0].id as string}`);
    expect((await register({ name: 'one more' })).status).toBe(201);
  });

  it('are nobody else’s: to another tenant each is unknown', async () => {
    const { id } = (await register()).body.data as { id: string };
    const stranger = await newTenant();
    const delivery = 'dlv_01h455vb4pex5vsknk084sn02q';
    const tried = [
      stranger.api.get(`${WEBHOOKS}/${id}`),
      stranger.api.patch(`${WEBHOOKS}/${id}`, { name: 'mine' }),
      stranger.api.delete(`${WEBHOOKS}/${id}`),
      stranger.api.post(`${WEBHOOKS}/${id}/test`),
      stranger.api.post(`${WEBHOOKS}/${id}/rotate-secret`, { secret: 'my own secret' }),
      stranger.api.get(`${WEBHOOKS}/${id}/deliveries`),
      stranger.api.get(`${WEBHOOKS}/${id}/deliveries/${delivery}`),
      stranger.api.post(`${WEBHOOKS}/${id}/deliveries/${delivery}/redeliver`),
      tenant.api.get(`${WEBHOOKS}/mem_01h455vb4pex5vsknk084sn02q`),
      tenant.api.get(`${WEBHOOKS}/${id}/deliveries/${delivery}`),
    ];
    for (const { status } of await Promise.all(tried)) expect(status).toBe(404);
    expect((await stranger.api.get(WEBHOOKS)).body.data.webhooks).toEqual([]);
    expect((await tenant.api.get(`${WEBHOOKS}/${id}`)).body.data.name).toBe('a receiver');
  });

  it('want the scope write:webhooks, and the right tenant where one is named', async () => {
    const without = await newKey(tenant, ['read:memories', 'write:memories', 'manage:keys', 'read:usage']);
    expect(codeOf(await without.get(WEBHOOKS))).toBe('INSUFFICIENT_SCOPE');
    const allowed = await newKey(tenant, ['write:webhooks']);
    expect((await allowed.get(WEBHOOKS)).status).toBe(200);
    expect(codeOf(await register({ tenantId: 'somebody-else' }))).toBe('TENANT_MISMATCH');
  });
});
