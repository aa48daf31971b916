import { randomUUID } from 'node:crypto';
import { MemoriesClient } from '../../support/client/memories-client.js';
import { codeOf, newKey, type ApiResponse } from '../../support/service/api.js';
import { verified, WebhookReceiver } from '../../support/webhooks/webhook-receiver.js';

const OTHER_NAMES = [
  'chat-42/message-7',
  'a//b/',
  '/',
  '50%',
  '%2F',
  '%',
  'two words',
  ' ',
  '+',
  '?a=b&c#d',
  '\\',
  '"quoted"',
  "'; DROP TABLE memories; --",
  'line\nbreak',
  '..a',
  'count',
  'a/history',
  'mem_01h455vb4pex5vsknk084sn02q',
  'Straße',
  'e\u0301',
  '\u00e9',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'x'.repeat(255),
  '\u{1f600}'.repeat(255),
  '%'.repeat(255),
];

describe('memories by their external ids', () => {
  let memories: MemoriesClient;
  beforeEach(async () => {
    memories = await MemoriesClient.ofNewTenant();
  });
  const etag = ({ headers }: ApiResponse): string | null => headers.get('etag');
  const fault = ({ status, body }: ApiResponse): unknown[] => [status, body.errors[0]?.code, body.errors[0]?.field];

  it.each(OTHER_NAMES)('may be called %j', async (name) => {
    const created = await memories.put(name, { content: 'mine' });
    expect([created.status, created.body.data.externalId]).toEqual([201, name]);
    const read = await memories.named(name);
    expect([read.status, read.body.data, etag(read)]).toEqual([200, created.body.data, '"v1"']);
    expect((await memories.get(created.body.data.id)).body.data).toEqual(created.body.data);
    const listed = await memories.list(`externalId=${encodeURIComponent(name)}&fields=externalId`);
    expect(listed.body.data.memories).toEqual([expect.objectContaining({ externalId: name, content: 'mine' })]);
    expect((await memories.count(`externalId=${encodeURIComponent(name)}`)).body.data).toEqual({ count: 1 });
    expect(fault(await memories.create({ externalId: name }))).toEqual([409, 'DUPLICATE_RESOURCE', 'externalId']);
    const removed = await memories.removeNamed(name);
    expect([removed.status, removed.body.data]).toEqual([200, { id: created.body.data.id, deleted: true }]);
    expect([(await memories.named(name)).status, (await memories.removeNamed(name)).status]).toEqual([404, 404]);
  });

  it('are two where the names differ only in their spelling', async () => {
    const [composed, decomposed] = [await memories.put('\u00e9', {}), await memories.put('e\u0301', {})];
    expect([composed.status, decomposed.status]).toEqual([201, 201]);
  });

  it.each(['x'.repeat(256), '\u{1f600}'.repeat(256), '\u0000', 'a\u0000b'])('are not called %j', async (name) => {
    const answers = [
      await memories.put(name, {}),
      await memories.named(name),
      await memories.removeNamed(name),
      await memories.create({ externalId: name }),
      await memories.list(`externalId=${encodeURIComponent(name)}`),
    ];
    expect(answers.map(fault)).toEqual(answers.map(() => [400, 'VALIDATION_ERROR', 'externalId']));
  });

  // `.` and `..` lead elsewhere in an address.
  it.each(['', 5, null, true, ['a'], '\ud83d', 'x\ude00', '.', '..'])('are not created with %j', async (externalId) => {
    expect(fault(await memories.create({ externalId }))).toEqual([400, 'VALIDATION_ERROR', 'externalId']);
  });

  it.each(['%', '%zz', '%ff', '%ed%a0%80'])('are not found at %s, which is no text', async (text) => {
    const path = `/api/v1/memories/by-external-id/${text}`;
    const answers = [
      await memories.api.get(`${path}?tenantId=${memories.tenant.tenantId}`),
      await memories.api.put(path, { content: 'x', type: 'task' }),
      await memories.api.delete(path),
    ];
    expect(answers.map(({ status, body }) => [status, body.success])).toEqual(answers.map(() => [400, false]));
  });

  it('have no empty name', async () => {
    const path = `/api/v1/memories/by-external-id/?tenantId=${memories.tenant.tenantId}`;
    const { api } = memories;
    const answers = [await api.put(path, { content: 'x', type: 'task' }), await api.get(path), await api.delete(path)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('become just what is given, and what is left out gets its default', async () => {
    const whole = {
      content: 'one',
      importance: 0.9,
      tags: ['a', 'b'],
      metadata: { userId: 'anna' },
      expiresAt: '2100-01-01T00:00:00.000Z',
    };
    const first = await memories.put('a', whole);
    expect([first.status, first.body.data]).toEqual([201, expect.objectContaining({ ...whole, externalId: 'a' })]);
    const second = await memories.put('a', { content: 'two' });
    const { id, createdAt, tenantId } = first.body.data;
    expect([second.status, etag(second), second.body.data]).toEqual([
      200,
      '"v2"',
      {
        id,
        tenantId,
        content: 'two',
        type: 'semantic',
        importance: 0.5,
        tags: [],
        metadata: {},
        createdAt,
        updatedAt: expect.any(String),
        externalId: 'a',
      },
    ]);
    expect((await memories.named('a')).body.data).toEqual(second.body.data);
    expect(await memories.meant({ metadata: { userId: 'anna' } })).toEqual([]);
    expect(await memories.usage()).toEqual([1, 'two'.length + '{}'.length]);
    const found = await memories.search({ query: 'two' });
    expect(found.body.data.results).toEqual([expect.objectContaining({ id, content: 'two' })]);
  });

  it('are written only where that changes them', async () => {
    const given = { content: 'x', importance: 0, tags: ['caf\u00e9'], metadata: { n: 0, a: [1, 'b'] } };
    const expiresAt = '2100-01-01T00:00:00.000Z';
    await memories.put('a', { ...given, expiresAt });
    const others = [
      given,
      { ...given, tags: ['cafe\u0301', 'caf\u00e9'] },
      { ...given, type: 'semantic', tags: ['caf\u00e9', 'caf\u00e9'] },
    ];
    for (const same of others) {
      const response = await memories.put('a', { ...same, expiresAt: '2100-01-01' });
      expect([response.status, etag(response)]).toEqual([200, '"v1"']);
    }
    const rawBody = `{"content":"x","type":"semantic","importance":-0,"tags":["café"],"metadata":{"n":-0.0,"a":[1,"b"]},"expiresAt":4102444800}`;
    const minus = await memories.api.send('PUT', '/api/v1/memories/by-external-id/a', { rawBody });
    expect([minus.status, etag(minus)]).toEqual([200, '"v1"']);
    const { id } = (await memories.named('a')).body.data;
    expect((await memories.history(id)).body.data.versions).toHaveLength(1);
    const reordered = await memories.put('a', { ...given, expiresAt, metadata: { a: [1, 'b'], n: 0 } });
    expect(etag(reordered)).toBe('"v2"');
  });

  it('make events of what was created what was replaced and deleted, and none where nothing was changed', async () => {
    const receiver = await WebhookReceiver.start();
    const secret = randomUUID();
    const events = ['memory.created', 'memory.updated', 'memory.deleted'];
    await memories.api.post('/api/v1/webhooks', { name: 'all', url: receiver.url(), events, secret });
    await memories.put('a', { content: 'one' });
    await memories.put('a', { content: 'one' });
    await memories.patch((await memories.named('a')).body.data.id, { content: 'one' });
    await memories.put('a', { content: 'two' });
    await memories.removeNamed('a');
    const requests = await receiver.requests(3);
    const seen = requests.map((request) => verified(request, secret));
    expect(seen.map(({ event, metadata }) => [metadata.sequence, event]).toSorted()).toEqual([
      [1, 'memory.created'],
      [2, 'memory.updated'],
      [3, 'memory.deleted'],
    ]);
    await receiver.close();
  });

  it('keep their type', async () => {
    await memories.put('a', { type: 'semantic' });
    expect(fault(await memories.put('a', { type: 'task' }))).toEqual([400, 'VALIDATION_ERROR', 'type']);
    expect((await memories.named('a')).body.data.type).toBe('semantic');
  });

  it('are replaced and deleted only in the version that If-Match names', async () => {
    const match = (tag: string): Record<string, string> => ({ 'if-match': tag });
    for (const tag of ['"v1"', '*', '"other"']) {
      const answers = [await memories.put('none', {}, match(tag))];
      expect(answers.map(fault)).toEqual([[412, 'PRECONDITION_FAILED', undefined]]);
    }
    expect((await memories.named('none')).status).toBe(404);
    await memories.put('a', { content: 'one' });
    expect((await memories.put('a', { content: 'two' }, match('"v1"'))).status).toBe(200);
    expect((await memories.put('a', { content: 'three' }, match('"v1"'))).status).toBe(412);
    expect((await memories.removeNamed('a', match('"v1"'))).status).toBe(412);
    expect(fault(await memories.put('a', {}, match('v2')))).toEqual([400, 'VALIDATION_ERROR', 'If-Match']);
    expect((await memories.put('a', { content: 'three' }, match('*'))).status).toBe(200);
    expect((await memories.removeNamed('a', match('"v3"'))).status).toBe(200);
  });

  it.each([
    [{ content: undefined }, 'content'],
    [{ type: undefined }, 'type'],
    [{ externalId: 'b' }, 'externalId'],
    [{ id: 'mem_x' }, 'id'],
    [{ importance: 2 }, 'importance'],
  ])('take no %j', async (fields, field) => {
    const { status, body } = await memories.put('a', fields);
    expect([status >= 400 && status < 404, body.errors[0]?.field]).toEqual([true, field]);
    expect(await memories.usage()).toEqual([0, 0]);
  });

  it('are not for another tenant', async () => {
    const body = { content: 'x', type: 'semantic', tenantId: 'somebody-else' };
    const answer = await memories.api.put('/api/v1/memories/by-external-id/a', body);
    expect(fault(answer)).toEqual([403, 'TENANT_MISMATCH', 'tenantId']);
    expect(await memories.usage()).toEqual([0, 0]);
  });

  it('need the scopes that other memories need, and are no other tenant’s', async () => {
    await memories.put('a', {});
    const reader = new MemoriesClient(memories.tenant, await newKey(memories.tenant, ['read:memories']));
    expect((await reader.named('a')).status).toBe(200);
    const refused = [
      await reader.put('a', { content: 'other' }),
      await reader.put('b', {}),
      await reader.removeNamed('a'),
    ];
    expect(refused.map((response) => [response.status, codeOf(response)])).toEqual(
      refused.map(() => [403, 'INSUFFICIENT_SCOPE']),
    );
    const writer = new MemoriesClient(memories.tenant, await newKey(memories.tenant, ['write:memories']));
    expect([(await writer.named('a')).status, (await writer.put('a', { content: 'other' })).status]).toEqual([
      403, 200,
    ]);
    const other = await MemoriesClient.ofNewTenant();
    expect([(await other.named('a')).status, (await other.removeNamed('a')).status]).toEqual([404, 404]);
    expect((await other.put('a', { content: 'theirs' })).status).toBe(201);
    expect((await memories.named('a')).body.data.content).toBe('other');
  });
});
