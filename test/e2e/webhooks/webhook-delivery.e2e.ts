import { Webhook } from 'standardwebhooks';
import { newTenant, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';
import { verified, WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const WEBHOOKS = '/api/v1/webhooks';
const MEMORIES = '/api/v1/memories';
const SECRET = 'not much of a secret';

describe('the delivery of events', () => {
  let receiver: WebhookReceiver;
  let tenant: TestTenant;
  let webhook: string;
  const memory = async (content: string): Promise<any> =>
    (await tenant.api.post(MEMORIES, { content, type: 'semantic', tenantId: tenant.tenantId })).body;
  const log = async (query = ''): Promise<any[]> =>
    (await tenant.api.get(`${webhook}/deliveries${query}`)).body.data.deliveries as any[];
  const register = async (more: Record<string, unknown> = {}): Promise<string> => {
    const body = { name: 'a receiver', url: receiver.url(), events: ['memory.created'], secret: SECRET, ...more };
    return `${WEBHOOKS}/${(await tenant.api.post(WEBHOOKS, body)).body.data.id as string}`;
  };
  const settled = async (count: number): Promise<any[]> =>
    eventually(async () => {
      const deliveries = await log();
      expect(deliveries.filter(({ attempts }) => attempts > 0)).toHaveLength(count);
      return deliveries;
    });

  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
    tenant = await newTenant();
    webhook = await register();
  });
  afterEach(() => receiver.close());

  it('tells of a new memory, signed, and keeps what came back', async () => {
    receiver.answer = () => ({ status: 202, body: 'thank you' });
    const created = await memory('Anna prefers tea to coffee');
    const [request] = await receiver.requests(1);
    const { id, content, type, importance, tags, createdAt, updatedAt } = created.data;
    expect(verified(request!, SECRET)).toEqual({
      event: 'memory.created',
      data: { id, content, type, tenantId: tenant.tenantId, importance, tags, createdAt, updatedAt },
      metadata: { request_id: created.metadata.request_id, timestamp: expect.any(String), version: 'v1', sequence: 1 },
    });
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Mneme-Webhooks/1.0',
      'webhook-id': expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    });
    const [delivery] = await settled(1);
    expect(delivery).toMatchObject({
      id: expect.stringMatching(/^dlv_/),
      eventId: request!.headers['webhook-id'],
      event: 'memory.created',
      status: 'delivered',
      attempts: 1,
      statusCode: 202,
      error: null,
      nextAttemptAt: null,
    });
    const detail = (await tenant.api.get(`${webhook}/deliveries/${delivery.id as string}`)).body.data;
    expect(detail).toMatchObject({ ...delivery, request: { url: receiver.url(), body: request!.body } });
    expect(detail.attemptLog).toEqual([
      {
        number: 1,
        attemptedAt: expect.any(String),
        statusCode: 202,
        latencyMs: expect.any(Number),
        error: null,
        response: 'thank you',
      },
    ]);
    const after = (await tenant.api.get(webhook)).body.data;
    expect(after).toMatchObject({ consecutiveFailures: 0, lastDeliveryAt: detail.attemptLog[0].attemptedAt });
  });

  it('sends each endpoint the events that it wants, and nothing while it is inactive', async () => {
    await register({ name: 'changes', url: receiver.url('/changes'), events: ['memory.updated', 'memory.deleted'] });
    await register({ name: 'keys', url: receiver.url('/keys'), events: ['api_key.created'] });
    const asleep = await register({ name: 'asleep', url: receiver.url('/asleep'), status: 'inactive' });
    const { id } = (await memory('first')).data as { id: string };
    await tenant.api.patch(`${MEMORIES}/${id}`, { importance: 0.9 });
    await tenant.api.delete(`${MEMORIES}/${id}?tenantId=${tenant.tenantId}`);
    await tenant.api.post('/api/v1/api-keys', { name: 'a key', tenantId: tenant.tenantId });
    const changes = (await receiver.requests(2, '/changes')).map((request) => verified(request, SECRET));
    expect(changes.map(({ event }) => event).sort()).toEqual(['memory.deleted', 'memory.updated']);
    const [key] = await receiver.requests(1, '/keys');
    expect(verified(key!, SECRET).data).toMatchObject({ name: 'a key', status: 'active' });
    expect(key!.body).not.toContain('plainKey');
    await receiver.requests(1);
    await tenant.api.patch(asleep, { status: 'active' });
    await memory('second');
    const [woken] = await receiver.requests(1, '/asleep');
    expect(verified(woken!, SECRET).data.content).toBe('second');
  });

  it('tries again after a failure, under the same webhook-id, and says what went wrong', async () => {
    receiver.answer = () => (receiver.received.length < 2 ? { status: 503, body: 'not now' } : {});
    await memory('delivered at the second attempt');
    const [first, second] = await receiver.requests(2);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
    expect(second!.at - first!.at).toBeGreaterThan(3_900);
    const [delivery] = await eventually(async () => {
      const found = await log('?status=delivered');
      expect(found).toHaveLength(1);
      return found;
    });
    const detail = (await tenant.api.get(`${webhook}/deliveries/${delivery.id as string}`)).body.data;
    expect(detail.attemptLog).toMatchObject([
      { number: 1, statusCode: 503, error: 'answered 503', response: 'not now' },
      { number: 2, statusCode: 200, error: null },
    ]);
  }, 30_000);

  it('never has more than five requests under way to one endpoint', async () => {
    let answerAll = (): void => undefined;
    const after = new Promise<void>((resolve) => (answerAll = resolve));
    receiver.answer = () => ({ after });
    await Promise.all(Array.from({ length: 12 }, (_, i) => memory(`memory ${i}`)));
    await receiver.requests(5);
    await eventually(async () => expect(await log('?status=pending')).toHaveLength(12));
    answerAll();
    await receiver.requests(12);
    expect(receiver.mostUnderWay).toBe(5);
  });

  it('ends for an endpoint that answers 410, which is made inactive, until its owner says otherwise', async () => {
    receiver.answer = () => ({ status: 410 });
    await memory('gone');
    await eventually(async () => {
      const { status, disabledReason, consecutiveFailures } = (await tenant.api.get(webhook)).body.data;
      expect({ status, disabledReason, consecutiveFailures }).toEqual({
        status: 'inactive',
        disabledReason: 'the endpoint answered 410 Gone',
        consecutiveFailures: 1,
      });
    });
    expect(await log('?status=canceled')).toHaveLength(1);
    receiver.answer = () => ({});
    const back = (await tenant.api.patch(webhook, { status: 'active' })).body.data;
    expect(back).toMatchObject({ status: 'active', disabledReason: null, consecutiveFailures: 0 });
    await memory('here again');
    await receiver.requests(2);
  });

  it('delivers again on demand, once, under the same webhook-id', async () => {
    await memory('again');
    const [delivery] = await settled(1);
    receiver.answer = () => ({ status: 500 });
    const again = await tenant.api.post(`${webhook}/deliveries/${delivery.id as string}/redeliver`);
    expect([again.status, again.body.data.status]).toEqual([200, 'pending']);
    const requests = await receiver.requests(2);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await eventually(async () => {
      expect((await log())[0]).toMatchObject({
        attempts: 2,
        status: 'failed',
        nextAttemptAt: null,
        error: 'answered 500',
      });
    });
    await tenant.api.patch(webhook, { status: 'inactive' });
    const refused = await tenant.api.post(`${webhook}/deliveries/${delivery.id as string}/redeliver`);
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('delivers again on demand also where an attempt is under way', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    receiver.answer = () => (receiver.received.length === 1 ? { after: held } : {});
    await memory('twice');
    await receiver.requests(1);
    const [delivery] = await log();
    const again = await tenant.api.post(`${webhook}/deliveries/${delivery.id as string}/redeliver`);
    expect([again.status, again.body.data.status]).toEqual([200, 'pending']);
    release();
    await receiver.requests(2);
    await eventually(async () => {
      expect((await log())[0]).toMatchObject({ attempts: 2, status: 'delivered', nextAttemptAt: null });
    });
  });

  it('signs with both secrets for a day after a rotation, and with one after a change', async () => {
    const rotated = (await tenant.api.post(`${webhook}/rotate-secret`, { secret: 'the next secret' })).body.data;
    expect(new Date(rotated.previousSecretUntil).getTime() - Date.now()).toBeGreaterThan(86_000_000);
    await memory('signed twice');
    const [both] = await receiver.requests(1);
    expect(both!.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [SECRET, 'the next secret']) expect(verified(both!, secret)).toBeDefined();
    const whsec = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await tenant.api.patch(webhook, { secret: whsec });
    await memory('signed once');
    const [, one] = await receiver.requests(2);
    expect(one!.headers['webhook-signature']).toMatch(/^v1,\S+$/);
    expect(() => verified(one!, 'the next secret')).toThrow();
    expect(new Webhook(whsec).verify(one!.body, one!.headers as Record<string, string>)).toBeDefined();
  });

  it('has a test that goes the same way, also while inactive, and tells what came of it', async () => {
    await tenant.api.patch(webhook, { status: 'inactive' });
    const test = await tenant.api.post(`${webhook}/test`);
    expect([test.status, test.body.data]).toEqual([
      200,
      {
        deliveryId: expect.stringMatching(/^dlv_/),
        delivered: true,
        statusCode: 200,
        latencyMs: expect.any(Number),
        error: null,
      },
    ]);
    const [request] = await receiver.requests(1);
    const payload = verified(request!, SECRET);
    expect(payload).toMatchObject({ event: 'webhook.test', metadata: { request_id: test.body.metadata.request_id } });
    const detail = (await tenant.api.get(`${webhook}/deliveries/${test.body.data.deliveryId as string}`)).body.data;
    expect(detail).toMatchObject({ event: 'webhook.test', status: 'delivered', request: { body: request!.body } });
    receiver.answer = () => ({ status: 500 });
    const failed = (await tenant.api.post(`${webhook}/test`, { tenantId: tenant.tenantId })).body.data;
    expect(failed).toMatchObject({ delivered: false, statusCode: 500, error: 'answered 500' });
    expect((await tenant.api.get(webhook)).body.data).toMatchObject({ consecutiveFailures: 0 });
  });

  it('ends with the webhook', async () => {
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '5' } });
    await memory('never delivered');
    await receiver.requests(1);
    expect((await tenant.api.delete(webhook)).status).toBe(200);
    const successor = await register({ url: receiver.url('/next') });
    receiver.answer = () => ({});
    await memory('delivered');
    await receiver.requests(1, '/next');
    expect((await tenant.api.get(`${successor}/deliveries`)).body.data.deliveries).toHaveLength(1);
    await receiver.requests(1);
  });

  it('is listed newest first, page by page and by cursor, and by status', async () => {
    for (let i = 0; i < 5; i++) await memory(`memory ${i}`);
    await receiver.requests(5);
    const all = (await settled(5)).map(({ id }) => id as string);
    const pages: string[] = [];
    let cursor = '';
    do {
      const { data } = (await tenant.api.get(`${webhook}/deliveries?limit=2${cursor}`)).body;
      expect(data.pagination).toMatchObject({ total: 5, limit: 2, pages: 3 });
      pages.push(...data.deliveries.map(({ id }: { id: string }) => id));
      cursor = data.pagination.hasNext === true ? `&cursor=${data.pagination.nextCursor as string}` : '';
    } while (cursor !== '');
    expect(pages).toEqual(all);
    const second = (await log('?limit=2&page=2')).map(({ id }) => id as string);
    expect(second).toEqual(all.slice(2, 4));
    expect(await log('?status=failed')).toEqual([]);
    for (const wrong of ['status=lost', 'limit=101', 'cursor=nonsense', 'page=1&cursor=x']) {
      expect((await tenant.api.get(`${webhook}/deliveries?${wrong}`)).status).toBe(400);
    }
  });
});
