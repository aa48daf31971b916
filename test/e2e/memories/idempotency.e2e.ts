import { randomUUID } from 'node:crypto';
import {
  Api,
  codeOf,
  newKey,
  newTenant,
  sharedServer,
  type ApiResponse,
  type TestTenant,
} from '../../support/service/api.js';
import { ExampleDocument } from '../../support/documents/example-document.js';

const MEMORIES = '/api/v1/memories';
const KEYS = '/api/v1/api-keys';

describe('a POST with an Idempotency-Key', () => {
  let tenant: TestTenant;
  beforeEach(async () => {
    tenant = await newTenant();
  });

  const body = (content = 'once'): object => ({
    content,
    type: 'task',
    tenantId: tenant.tenantId,
    metadata: { b: 1, a: 2 },
  });
  const post = (path: string, payload: unknown, key: string, api: Api = tenant.api): Promise<ApiResponse> =>
    api.post(path, payload, { headers: { 'idempotency-key': key } });
  const replayed = (response: ApiResponse): boolean => response.headers.get('idempotency-replayed') === 'true';
  const total = async (): Promise<number> =>
    (await tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&limit=1`)).body.data.pagination.total as number;

  it('is answered again as the first time, and stores nothing again', async () => {
    const first = await post(MEMORIES, body(), 'a key');
    const again = await post(MEMORIES, body(), 'a key');
    expect([first.status, replayed(first)]).toEqual([201, false]);
    expect([again.status, replayed(again)]).toEqual([201, true]);
    expect(JSON.stringify(again.body.data)).toBe(JSON.stringify(first.body.data));
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.body.metadata.request_id).not.toBe(first.body.metadata.request_id);
    expect(await total()).toBe(1);
  });

  it('is answered as the first time also when the memory has changed or gone since', async () => {
    const first = await post(MEMORIES, body(), 'k');
    const path = `${MEMORIES}/${first.body.data.id as string}?tenantId=${tenant.tenantId}`;
    await tenant.api.patch(path, { content: 'changed' });
    expect((await post(MEMORIES, body(), 'k')).body.data).toEqual(first.body.data);
    await tenant.api.delete(path);
    expect((await post(MEMORIES, body(), 'k')).body.data).toEqual(first.body.data);
    expect(await total()).toBe(0);
  });

  it('is refused where the key was used for another request', async () => {
    const memory = await post(MEMORIES, body(), 'k');
    const other = await post(MEMORIES, body(), 'k2');
    const note = (response: ApiResponse): string => `${MEMORIES}/${response.body.data.id as string}/notes`;
    expect((await post(note(memory), { text: 'one', tenantId: tenant.tenantId }, 'k3')).status).toBe(201);
    for (const [path, payload, key] of [
      [MEMORIES, body('twice'), 'k'],
      [KEYS, { name: 'n', tenantId: tenant.tenantId }, 'k'],
      [note(other), { text: 'one', tenantId: tenant.tenantId }, 'k3'],
    ] as const) {
      const response = await post(path, payload, key);
      expect([response.status, response.body.errors[0]?.code, response.body.errors[0]?.field]).toEqual([
        400,
        'VALIDATION_ERROR',
        'Idempotency-Key',
      ]);
    }
    expect(await total()).toBe(2);
  });

  it('belongs to the tenant: to all of its credentials and to no other tenant', async () => {
    const first = await post(MEMORIES, body(), 'k');
    const key = await newKey(tenant, ['write:memories']);
    expect((await post(MEMORIES, body(), 'k', key)).body.data).toEqual(first.body.data);
    const other = await newTenant();
    const theirs = await post(MEMORIES, { ...body(), tenantId: other.tenantId }, 'k', other.api);
    expect([theirs.status, replayed(theirs)]).toEqual([201, false]);
  });

  it('needs the credential and the scope also when it is repeated', async () => {
    await post(MEMORIES, body(), 'k');
    const reader = await newKey(tenant, ['read:memories']);
    expect(codeOf(await post(MEMORIES, body(), 'k', reader))).toBe('INSUFFICIENT_SCOPE');
    expect(codeOf(await post(MEMORIES, body(), 'k', new Api(tenant.api.url, undefined)))).toBe('AUTH_REQUIRED');
  });

  it('may be tried again with the same key after a refusal', async () => {
    const wrong = await post(MEMORIES, { ...body(), type: 'dream' }, 'k');
    expect(wrong.body.errors[0]).toMatchObject({ code: 'VALIDATION_ERROR', field: 'type' });
    const right = await post(MEMORIES, body(), 'k');
    expect([right.status, replayed(right)]).toEqual([201, false]);
    await tenant.api.post(KEYS, { name: 'taken', tenantId: tenant.tenantId });
    expect(codeOf(await post(KEYS, { name: 'taken', tenantId: tenant.tenantId }, 'k2'))).toBe('DUPLICATE_RESOURCE');
    expect((await post(KEYS, { name: 'free', tenantId: tenant.tenantId }, 'k2')).status).toBe(201);
  });

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'x'.repeat(256)],
    ['not ASCII', 'sch\u00fcssel'],
    ['with a control character', 'a\tb'],
  ])('is refused where the key is %s', async (_, key) => {
    const response = await post(MEMORIES, body(), key);
    expect(response.body.errors).toEqual([
      expect.objectContaining({ code: 'VALIDATION_ERROR', field: 'Idempotency-Key' }),
    ]);
  });

  it('takes any other key: 255 characters, spaces and signs', async () => {
    for (const key of ['x'.repeat(255), 'a b', '"quoted"', "'; DROP TABLE memories; --"]) {
      const first = await post(MEMORIES, body(key), key);
      const again = await post(MEMORIES, body(key), key);
      expect([first.status, replayed(again), again.body.data]).toEqual([201, true, first.body.data]);
    }
  });

  it('sent three times at once is done once; the others are replays or told to wait', async () => {
    for (let round = 0; round < 10; round++) {
      const key = randomUUID();
      const responses = await Promise.all([1, 2, 3].map(() => post(MEMORIES, body(key), key)));
      const done = responses.filter((response) => response.status === 201 && !replayed(response));
      expect(done).toHaveLength(1);
      for (const response of responses.filter((each) => !done.includes(each))) {
        if (response.status === 201) expect(response.body.data).toEqual(done[0]?.body.data);
        else expect([response.status, codeOf(response)]).toEqual([409, 'DUPLICATE_RESOURCE']);
      }
    }
    expect(await total()).toBe(10);
  });

  it('never shows a plain key twice, and says why', async () => {
    const payload = { name: 'shown once', tenantId: tenant.tenantId };
    const first = await post(KEYS, payload, 'k');
    const again = await post(KEYS, payload, 'k');
    expect(first.body.data.plainKey).toMatch(/^mneme_live_/);
    expect(first.body.metadata).not.toHaveProperty('warnings');
    expect([again.status, replayed(again)]).toEqual([201, true]);
    expect(again.body.data).toEqual({ ...first.body.data, plainKey: null });
    expect(again.body.metadata).toMatchObject({
      warnings: [{ code: 'PLAIN_KEY_SHOWN_ONCE', message: expect.stringContaining('revoke') }],
    });
    const keys = await tenant.api.get(`${KEYS}?tenantId=${tenant.tenantId}`);
    expect(keys.body.data.pagination.total).toBe(1);
  });

  it('answers every route that creates in this way', async () => {
    const document = await ExampleDocument.of(sharedServer().url);
    const creating = document.operations.filter(
      ({ method, path, responses }) => method === 'POST' && ('201' in responses || /\/(bulk|import)$/.test(path)),
    );
    expect(creating.length).toBeGreaterThanOrEqual(5);
    for (const { name, parameters } of creating) {
      const header = parameters.find((parameter) => parameter.name === 'Idempotency-Key');
      expect({ name, header }).toMatchObject({ name, header: { in: 'header', required: false } });
    }
  });
});
