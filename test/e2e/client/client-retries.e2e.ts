import { ConflictError, ConnectionError, type Mneme, RateLimitError } from '@mneme/client';
import { clientOf, failureOf } from '../../support/client/client-of.js';
import { UnreliableProxy, type Fault } from '../../support/client/unreliable-proxy.js';
import { newTenant, type TestTenant } from '../../support/service/api.js';

const NOTE = { content: 'x', type: 'semantic' } as const;
const BUSY = JSON.stringify({
  success: false,
  errors: [
    {
      code: 'DUPLICATE_RESOURCE',
      message: 'the first request with this Idempotency-Key is still at work; try again later',
    },
  ],
  metadata: { request_id: 'req_1', timestamp: '2026-11-21T06:42:30.348Z', version: 'v1' },
});

describe('retries of the client', () => {
  let tenant: TestTenant;
  let proxy: UnreliableProxy;
  let mneme: Mneme;

  beforeEach(async () => {
    tenant = await newTenant();
    proxy = await UnreliableProxy.before(tenant.api.url);
    mneme = clientOf(tenant, { baseUrl: proxy.url });
  });
  afterEach(() => proxy.close());

  /** These faults in turn, then none. */
  const inTurn = (...faults: Fault[]): void => {
    proxy.plan = () => faults.shift() ?? 'pass';
  };
  const keys = (): (string | undefined)[] => proxy.seen.map(({ headers }) => headers['idempotency-key']);

  it.each<[string, Fault]>([
    ['a 408', { status: 408 }],
    ['a 409 of a request that is still running', { status: 409, body: BUSY }],
    ['a 429', { status: 429 }],
    ['a 500', { status: 500 }],
    ['a 503', { status: 503 }],
    ['a connection that is cut before the service', 'cut before'],
    ['a connection that is cut after the service', 'cut after'],
    ['a response that is cut', 'cut within'],
  ])('follow %s twice, with one Idempotency-Key', async (_, fault) => {
    inTurn(fault, fault);
    const { data, response } = await mneme.memories.create(NOTE).withResponse();
    expect(response.attempts).toBe(3);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await clientOf(tenant).memories.count()).toEqual({ count: 1 });
    expect(await clientOf(tenant).memories.get(data.id)).toMatchObject(NOTE);
    expect(response.replayed).toBe(fault === 'cut after' || fault === 'cut within');
  });

  it('end after the second', async () => {
    proxy.plan = () => 'cut before';
    expect(await failureOf(mneme.memories.create(NOTE))).toBeInstanceOf(ConnectionError);
    expect(proxy.seen).toHaveLength(3);
    expect(await failureOf(mneme.memories.create(NOTE, { maxRetries: 0 }))).toMatchObject({ attempts: 1 });
    expect(proxy.seen).toHaveLength(4);
  });

  it('wait for a request that is still running, up to the deadline', async () => {
    inTurn(...Array<Fault>(4).fill({ status: 409, body: BUSY, headers: { 'retry-after': '0' } }));
    expect((await mneme.memories.create(NOTE).withResponse()).response.attempts).toBe(5);
    proxy.plan = () => ({ status: 409, body: BUSY });
    expect(await failureOf(mneme.memories.create(NOTE, { deadlineMs: 1_000 }))).toBeInstanceOf(ConflictError);
    expect(await failureOf(mneme.memories.create(NOTE, { maxRetries: 0 }))).toMatchObject({ attempts: 1 });
  });

  it('take a new key for each call, and that of the caller where there is one', async () => {
    await mneme.memories.create(NOTE);
    await mneme.memories.create(NOTE);
    const first = await mneme.memories.create(NOTE, { idempotencyKey: 'mine' });
    const { data, response } = await mneme.memories.create(NOTE, { idempotencyKey: 'mine' }).withResponse();
    expect(data).toEqual(first);
    expect(response.replayed).toBe(true);
    expect(new Set(keys()).size).toBe(3);
    expect(keys().slice(2)).toEqual(['mine', 'mine']);
  });

  it.each([
    ['Retry-After', '1'],
    ['X-RateLimit-Retry-After', '1'],
  ])('obey %s', async (name, value) => {
    inTurn({ status: 429, headers: { [name]: value } });
    const begun = performance.now();
    await mneme.memories.create(NOTE);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(990);
  });

  it('are not waited for beyond the deadline', async () => {
    inTurn({ status: 429, headers: { 'retry-after': '3600' } });
    const error = await failureOf(mneme.memories.create(NOTE));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 3_600_000, attempts: 1 });
  });

  it('grow apart', async () => {
    const at: number[] = [];
    proxy.plan = () => {
      at.push(performance.now());
      return { status: 500 };
    };
    await failureOf(mneme.memories.count({}, { maxRetries: 3 }));
    const pauses = at.slice(1).map((time, i) => time - (at[i] ?? 0));
    // 250, 500 and 1,000 ms, up to half of each by chance.
    for (const [i, least] of [125, 250, 500].entries()) expect(pauses[i]).toBeGreaterThanOrEqual(least - 5);
  });

  it('end as soon as the caller gives up', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    proxy.plan = () => ({ status: 429, headers: { 'retry-after': '60' } });
    const call = failureOf(mneme.memories.create(NOTE, { signal: abort.signal }));
    while (proxy.seen.length === 0) await new Promise(setImmediate);
    abort.abort(reason);
    expect(await call).toBe(reason);
  });

  it('are made of reads, searches, updates and deletions as well', async () => {
    const { id } = await mneme.memories.create(NOTE);
    const calls = [
      () => mneme.memories.get(id),
      () => mneme.memories.list().page(),
      () => mneme.memories.search('x'),
      () => mneme.memories.update(id, { importance: 0.9 }),
      () => mneme.memories.byExternalId.upsert('name', NOTE),
      () => mneme.patterns.detect(),
    ];
    for (const call of calls) {
      inTurn('cut after', { status: 502 });
      expect((await call().withResponse()).response.attempts).toBe(3);
    }
    inTurn('cut before');
    expect(await mneme.memories.delete(id)).toEqual({ id, deleted: true });
  });

  it('are not made of what would be done twice', async () => {
    const secret = 'a secret of my own making';
    const webhook = { name: 'n', url: 'http://127.0.0.1:9/hook', events: ['memory.created' as const], secret };
    const { id } = await mneme.webhooks.create(webhook);
    for (const fault of ['cut after', { status: 502 }] as const) {
      inTurn(fault);
      expect(await failureOf(mneme.webhooks.rotateSecret(id, 'another secret'))).toMatchObject({ attempts: 1 });
      inTurn(fault);
      expect(await failureOf(mneme.webhooks.test(id))).toMatchObject({ attempts: 1 });
    }
    inTurn({ status: 429 });
    expect((await mneme.webhooks.test(id).withResponse()).response.attempts).toBe(2);
  });
});
