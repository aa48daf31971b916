import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  Mneme,
  MnemeError,
  NotFoundError,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServiceError,
  TenantMismatchError,
  TimeoutError,
  ValidationError,
} from '@mneme/client';
import { clientOf, failureOf } from '../../support/client/client-of.js';
import { UnreliableProxy } from '../../support/client/unreliable-proxy.js';
import { freePort } from '../../support/service/free-port.js';
import { newKey, newTenant, type TestTenant } from '../../support/service/api.js';

const MISSING = 'mem_01h455vb4pex5vsknk084sn02q';
const NOTE = { content: 'x', type: 'semantic' } as const;

describe('errors of the client', () => {
  let tenant: TestTenant;
  let mneme: Mneme;

  beforeAll(async () => {
    tenant = await newTenant();
    mneme = clientOf(tenant);
  });

  it('name every field of an invalid request', async () => {
    const error = await failureOf(mneme.memories.create({ content: '', type: 'unknown' as 'semantic' }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ name: 'ValidationError', status: 400, code: 'VALIDATION_ERROR', attempts: 1 });
    expect(error.errors.map(({ field }: { field: string }) => field)).toEqual(['content', 'type']);
    expect(error.requestId).toMatch(/^req_/);
  });

  it('say what is wrong with the credential', async () => {
    const stranger = clientOf(tenant, { apiKey: 'mneme_dev_wrong' });
    expect(await failureOf(stranger.memories.count())).toBeInstanceOf(AuthenticationError);
    const reader = clientOf({ ...tenant, api: await newKey(tenant, ['read:memories']) });
    const refused = await failureOf(reader.memories.create(NOTE));
    expect(refused).toBeInstanceOf(PermissionError);
    expect(refused).toMatchObject({ code: 'INSUFFICIENT_SCOPE', status: 403 });
    const elsewhere = await failureOf(clientOf(tenant, { tenantId: 'another' }).memories.count());
    expect(elsewhere).toBeInstanceOf(TenantMismatchError);
    expect(elsewhere).toBeInstanceOf(PermissionError);
  });

  it('tell a missing record from a conflict', async () => {
    expect(await failureOf(mneme.memories.get(MISSING))).toBeInstanceOf(NotFoundError);
    const { data, response } = await mneme.memories.create({ ...NOTE, externalId: 'one' }).withResponse();
    const taken = await failureOf(mneme.memories.create({ ...NOTE, externalId: 'one' }));
    expect(taken).toBeInstanceOf(ConflictError);
    // A conflict that waiting does not solve is not retried.
    expect(taken).toMatchObject({ code: 'DUPLICATE_RESOURCE', status: 409, attempts: 1 });
    await mneme.memories.update(data.id, { importance: 0.9 }, { ifMatch: response.etag });
    const stale = await failureOf(mneme.memories.update(data.id, { importance: 0.1 }, { ifMatch: response.etag }));
    expect(stale).toBeInstanceOf(ConflictError);
    expect(stale).toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
  });

  it('are ValidationErrors for a body that is too large', async () => {
    const memories = Array.from({ length: 200 }, () => ({ ...NOTE, content: 'x'.repeat(9_000) }));
    const error = await failureOf(mneme.memories.createMany(memories));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
  });

  it('come before any request where the client is not configured', async () => {
    expect(() => new Mneme({ tenantId: 'x' })).toThrow('set the option apiKey or the variable MNEME_API_KEY');
    expect(() => new Mneme({ apiKey: 'x' })).toThrow('set the option tenantId or the variable MNEME_TENANT');
    for (const baseUrl of [
      '127.0.0.1:3000',
      'ftp://memory.example.com',
      'nowhere',
      '',
      'http://a:b@host',
      'http://host?a',
    ]) {
      const make = (): Mneme => new Mneme({ apiKey: 'x', tenantId: 'x', baseUrl });
      expect(make).toThrow('baseUrl must be an http or https address');
    }
    for (const url of ['https://memory.example.com/', 'https://memory.example.com/api/v1/']) {
      expect(new Mneme({ apiKey: 'x', tenantId: 'x', baseUrl: new URL(url) }).baseUrl).toBe(
        'https://memory.example.com',
      );
    }
    expect(() => new Mneme({ apiKey: '', tenantId: 'x' })).toThrow('set the option apiKey');
    expect(() => new Mneme({ apiKey: 'x', tenantId: '' })).toThrow('set the option tenantId');
    expect(() => mneme.tenants.delete('another')).toThrow(TypeError);
  });

  it('come before any request for arguments that no request can have', async () => {
    for (const timeoutMs of [0, -5, NaN, '5' as never]) {
      expect(await failureOf(mneme.memories.count({}, { timeoutMs }))).toMatchObject({
        name: 'TypeError',
        message: expect.stringMatching(/^timeoutMs must be a number of milliseconds above 0/) as string,
      });
    }
    for (const id of ['', '.', '..', undefined as never]) {
      expect(await failureOf(mneme.memories.get(id))).toMatchObject({
        message: expect.stringMatching(/^id must/) as string,
      });
    }
    const broken = await failureOf(mneme.memories.create(NOTE, { idempotencyKey: 'two\nlines' }));
    expect(broken).toMatchObject({ name: 'TypeError' });
    // As good as none.
    expect(await mneme.memories.count({}, { timeoutMs: Infinity, deadlineMs: Infinity })).toEqual({
      count: expect.any(Number) as number,
    });
  });

  it('are ConnectionErrors where no one listens', async () => {
    const port = await freePort();
    const lost = clientOf(tenant, { baseUrl: `http://127.0.0.1:${port}` });
    const error = await failureOf(lost.memories.create(NOTE));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toContain(`ECONNREFUSED 127.0.0.1:${port}`);
    expect(error).toMatchObject({ attempts: 3, status: undefined });
    // Nothing was sent, so even what must not be done twice is tried again.
    expect(await failureOf(lost.webhooks.test('wh_1'))).toMatchObject({ attempts: 3 });
  });

  describe('behind a proxy', () => {
    let proxy: UnreliableProxy;
    beforeEach(async () => {
      proxy = await UnreliableProxy.before(tenant.api.url);
    });
    afterEach(() => proxy.close());
    const through = (): Mneme => clientOf(tenant, { baseUrl: proxy.url });

    it.each([
      [402, QuotaError, 1],
      [404, NotFoundError, 1],
      [418, ValidationError, 1],
      [429, RateLimitError, 3],
      [502, ServiceError, 3],
      [599, ServiceError, 3],
    ])('follow the status %i where the body is none of the service', async (status, kind, attempts) => {
      proxy.plan = () => ({ status, body: '<html>' });
      const error = await failureOf(through().memories.count());
      expect(error).toBeInstanceOf(kind);
      expect(error).toMatchObject({ status, code: undefined, errors: [], attempts });
    });

    it("are ServiceErrors for a redirect and for an address that is not the service's", async () => {
      proxy.plan = () => ({ status: 301, headers: { location: '/' } });
      expect(await failureOf(through().memories.count())).toMatchObject({
        name: 'ServiceError',
        status: 301,
        attempts: 1,
      });
      const elsewhere = clientOf(tenant, { baseUrl: `${tenant.api.url}/mneme` });
      expect(await failureOf(elsewhere.memories.get(MISSING))).toMatchObject({
        name: 'ServiceError',
        status: 404,
        message: expect.stringContaining(`${tenant.api.url}/mneme/api/v1/memories/${MISSING}`) as string,
      });
    });

    it('are ServiceErrors for a success that is no envelope', async () => {
      for (const body of ['', 'hello', '{}', 'null']) {
        proxy.plan = () => ({ status: 200, body });
        expect(await failureOf(through().memories.count())).toBeInstanceOf(ServiceError);
      }
    });

    it('are TimeoutErrors after the time for a try, and after the deadline', async () => {
      proxy.plan = () => ({ holdMs: 3_000 });
      const slow = await failureOf(through().memories.count({}, { timeoutMs: 100, maxRetries: 1 }));
      expect(slow).toBeInstanceOf(TimeoutError);
      expect(slow).toMatchObject({
        attempts: 2,
        message: expect.stringMatching(/^no response within [3-9]\d\d ms, in 2 tries$/),
      });
      const late = await failureOf(through().memories.count({}, { deadlineMs: 150 }));
      expect(late).toBeInstanceOf(TimeoutError);
      expect(late).toMatchObject({ attempts: 1, message: expect.stringMatching(/^no response within 1\d\d ms$/) });
    });

    it("are the signal's reason where the caller gives up", async () => {
      const reason = new Error('enough');
      const abort = new AbortController();
      proxy.plan = () => {
        abort.abort(reason);
        return { holdMs: 1_000 };
      };
      expect(await failureOf(through().memories.count({}, { signal: abort.signal }))).toBe(reason);
      expect(await failureOf(through().memories.count({}, { signal: abort.signal }))).toBe(reason);
      expect(proxy.seen).toHaveLength(1);
      expect(reason).not.toBeInstanceOf(MnemeError);
    });
  });
});
