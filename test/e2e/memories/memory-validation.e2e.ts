import { newTenant, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';

describe('what a memory may hold', () => {
  let tenant: TestTenant;
  beforeAll(async () => {
    tenant = await newTenant();
  });
  const send = (body: Record<string, unknown>): ReturnType<typeof tenant.api.post> =>
    tenant.api.post(MEMORIES, { content: 'text', type: 'task', tenantId: tenant.tenantId, ...body });
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
  const bytes = (size: number): object => ({ a: 'x'.repeat(size - '{"a":""}'.length) });

  it.each([
    ['one character', { content: 'x' }],
    ['10,000 emoji, counted as code points', { content: '🌍'.repeat(10_000) }],
    ['importance at both ends', { importance: 0 }],
    ['no tags', { tags: [] }],
    ['50 tags of 64 characters', { tags: Array.from({ length: 50 }, (_, i) => `${10 + i}${'🌍'.repeat(62)}`) }],
    ['a tag of 64 characters in NFC, sent as 256', { tags: ['\u1f82'.repeat(64).normalize('NFD')] }],
    ['metadata 8 levels deep', { metadata: nested(8) }],
    ['metadata of 16 KiB', { metadata: bytes(16_384) }],
    ['another script', { content: 'Вона любить чай', tags: ['чай'] }],
  ])('takes %s', async (_, body) => {
    expect((await send(body)).status).toBe(201);
  });

  it.each([
    ['content missing', { content: undefined }, 'content'],
    ['content empty', { content: '' }, 'content'],
    ['content too long', { content: 'x'.repeat(10_001) }, 'content'],
    ['content null', { content: null }, 'content'],
    ['content a number', { content: 1 }, 'content'],
    ['content with NUL', { content: 'a\u0000b' }, 'content'],
    ['content with half a surrogate pair', { content: 'a\ud800b' }, 'content'],
    ['type unknown', { type: 'Semantic' }, 'type'],
    ['importance a text', { importance: '0.5' }, 'importance'],
    ['importance out of range', { importance: 1.01 }, 'importance'],
    ['importance null', { importance: null }, 'importance'],
    ['tags no list', { tags: 'a' }, 'tags'],
    ['51 tags', { tags: Array.from({ length: 51 }, (_, i) => String(i)) }, 'tags'],
    ['an empty tag', { tags: ['a', ''] }, 'tags[1]'],
    ['a tag too long in NFC, which cannot write it shorter', { tags: ['\u0958'.repeat(33)] }, 'tags[0]'],
    ['a tag with marks without end', { tags: [`a${'\u0301\u0323'.repeat(30_000)}`] }, 'tags[0]'],
    ['a tag too long', { tags: ['a', 'b', 'c', 'x'.repeat(65)] }, 'tags[3]'],
    ['metadata a list', { metadata: [] }, 'metadata'],
    ['metadata null', { metadata: null }, 'metadata'],
    ['metadata 9 levels deep', { metadata: nested(9) }, 'metadata'],
    ['metadata over 16 KiB', { metadata: bytes(16_385) }, 'metadata'],
    ['metadata with NUL in a key', { metadata: { 'a\u0000': 1 } }, 'metadata'],
    ['tenantId missing', { tenantId: undefined }, 'tenantId'],
    ['tenantId a number', { tenantId: 5 }, 'tenantId'],
    ['a field that is not known', { colour: 'red' }, 'colour'],
    ['content an object with odd keys', { content: { constructor: 'x' } }, 'content'],
    ['an unknown field with odd keys', { colour: { constructor: 'x', prototype: {} } }, 'colour'],
    ['a field named constructor', { constructor: 'x' }, 'constructor'],
    ['a field named as what every object has', { toString: 'x' }, 'toString'],
    ['a field named as what no object hides', { hasOwnProperty: 1 }, 'hasOwnProperty'],
  ])('refuses %s and names the field', async (_, body, field) => {
    const { status, body: answer } = await send(body);
    expect(status).toBe(400);
    expect(answer.success).toBe(false);
    expect(answer.errors).toEqual([{ code: 'VALIDATION_ERROR', message: expect.stringContaining(field), field }]);
  });

  it('refuses __proto__ anywhere and names the field', async () => {
    const rawBody = `{"content":"x","type":"task","tenantId":"${tenant.tenantId}","metadata":{"a":{"__proto__":{"b":1}}}}`;
    const { status, body } = await tenant.api.send('POST', MEMORIES, { rawBody });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ code: 'VALIDATION_ERROR', field: 'metadata.a.__proto__' }]);
  });

  it('refuses a number beyond all doubles by name, in one memory and in many', async () => {
    const memory = '{"content":"x","type":"task","metadata":{"a":[1e400]}}';
    for (const [path, rawBody, field] of [
      [MEMORIES, `{"tenantId":"${tenant.tenantId}",${memory.slice(1)}`, 'metadata.a[0]'],
      [`${MEMORIES}/bulk`, `{"tenantId":"${tenant.tenantId}","memories":[${memory}]}`, 'memories[0].metadata.a[0]'],
    ] as const) {
      const { status, body } = await tenant.api.send('POST', path, { rawBody });
      const message = `${field} must be a text: numbers beyond 2^53 lose digits`;
      expect([status, body.errors]).toEqual([400, [{ code: 'VALIDATION_ERROR', message, field }]]);
    }
  });

  const raw = (members: string, method = 'POST', path = MEMORIES): ReturnType<typeof tenant.api.send> =>
    tenant.api.send(method, path, {
      rawBody: `{"content":"x","type":"task","tenantId":"${tenant.tenantId}",${members}}`,
    });

  it.each([
    ['"metadata":{"id":1546130668394913822}', 'metadata.id'],
    ['"metadata":{"a":[{"b":-9007199254740993}]}', 'metadata.a[0].b'],
    ['"metadata":{"id":12345678901234567890.5}', 'metadata.id'],
  ])('refuses whole numbers that would lose digits by name: %s', async (members, field) => {
    const message = `${field} must be a text: numbers beyond 2^53 lose digits`;
    const { status, body } = await raw(members);
    expect([status, body.errors]).toEqual([400, [{ code: 'VALIDATION_ERROR', message, field }]]);
  });

  it.each([
    ['"metadata":{"a":1,"a":2}', 'metadata.a'],
    ['"metadata":{"a":{"b":1,"\\u0062":1}}', 'metadata.a.b'],
    ['"content":"y"', 'content'],
    ['"tenantId":"somebody-else"', 'tenantId'],
  ])('refuses a key that is given twice by name: %s', async (members, field) => {
    const { status, body } = await raw(members);
    const error = { code: 'VALIDATION_ERROR', message: `${field} is given twice`, field };
    expect([status, body.errors]).toEqual([400, [error]]);
  });

  it('refuses both in every body: changes, searches, many memories, webhooks', async () => {
    const { id } = (await send({})).body.data as { id: string };
    const id53 = '"id":9007199254740993';
    const bodies = [
      ['PATCH', `${MEMORIES}/${id}`, `{"metadata":{"deep":{${id53}}}}`, 'metadata.deep.id'],
      ['PATCH', `${MEMORIES}/${id}`, '{"importance":0.1,"importance":0.2}', 'importance'],
      ['POST', `${MEMORIES}/search`, '{"query":"x","limit":9007199254740993}', 'limit'],
      ['POST', `${MEMORIES}/bulk`, `{"memories":[{},{"metadata":{${id53}}}]}`, 'memories[1].metadata.id'],
      ['POST', `${MEMORIES}/bulk`, '{"memories":[{"type":"task","type":"event"}]}', 'memories[0].type'],
      ['POST', '/api/v1/webhooks', '{"url":"https://a.example","url":"https://b.example"}', 'url'],
      ['POST', '/api/v1/api-keys', '{"scopes":[],"scopes":["write:memories"]}', 'scopes'],
      ['POST', '/api/v1/intelligence/decision-chain', '{"timeRange":{"from":"2026","from":"2027"}}', 'timeRange.from'],
    ] as const;
    const answers = await Promise.all(
      bodies.map(([method, path, rawBody]) => tenant.api.send(method, path, { rawBody })),
    );
    expect(answers.map(({ status, body }) => [status, body.errors.map(({ field }) => field)])).toEqual(
      bodies.map(([, , , field]) => [400, [field]]),
    );
    const now = await tenant.api.get(`${MEMORIES}/${id}?tenantId=${tenant.tenantId}`);
    expect(now.headers.get('etag')).toBe('"v1"');
  });

  it('does not take a key that is given twice for a repetition of the request', async () => {
    const once = { headers: { 'idempotency-key': 'twice' } };
    const body = (metadata: string): string =>
      `{"content":"x","type":"task","tenantId":"${tenant.tenantId}","metadata":${metadata}}`;
    const first = await tenant.api.send('POST', MEMORIES, { rawBody: body('{"a":2}'), ...once });
    const twice = await tenant.api.send('POST', MEMORIES, { rawBody: body('{"a":1,"a":2}'), ...once });
    const again = await tenant.api.send('POST', MEMORIES, { rawBody: body('{"a":2}'), ...once });
    expect([first.status, twice.status, twice.body.errors[0]?.field]).toEqual([201, 400, 'metadata.a']);
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
  });

  it('gives numbers back as they are, and -0 as 0', async () => {
    const numbers = '{"a":-0,"b":[-0.0,-0e5],"c":9007199254740992,"d":0.1,"e":-9007199254740991,"f":1e21,"g":5e-324}';
    const { status, text, body } = await raw(`"importance":-0,"metadata":${numbers}`);
    const kept = '{"a":0,"b":[0,0],"c":9007199254740992,"d":0.1,"e":-9007199254740991,"f":1e+21,"g":5e-324}';
    expect([status, text]).toEqual([201, expect.stringContaining(`"importance":0,"tags":[],"metadata":${kept}`)]);
    const path = `${MEMORIES}/${body.data.id as string}`;
    const stored = await tenant.api.get(`${path}?tenantId=${tenant.tenantId}`);
    expect(stored.text).toContain(`"importance":0,"tags":[],"metadata":${kept}`);
    const patched = await tenant.api.send('PATCH', path, { rawBody: '{"importance":-0.0}' });
    expect([patched.status, patched.text]).toEqual([200, expect.stringContaining('"importance":0,')]);
    const search = await tenant.api.send('POST', `${MEMORIES}/search`, {
      rawBody: `{"query":"x","tenantId":"${tenant.tenantId}","minRelevance":-0}`,
    });
    expect(search.status).toBe(200);
  });

  it('refuses bytes that are no UTF-8 instead of changing them', async () => {
    const text = `{"content":"caf\u00e9","type":"task","tenantId":"${tenant.tenantId}"}`;
    const response = await fetch(`${tenant.api.url}${MEMORIES}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.api.token ?? ''}`, 'content-type': 'application/json' },
      body: Buffer.from(text, 'latin1'),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ code: 'VALIDATION_ERROR', message: 'the body must be UTF-8' }],
    });
  });

  it('reports every fault at once', async () => {
    const { body } = await send({ content: '', type: 'x', tags: ['', 'ok', ''], importance: 2 });
    expect(body.errors.map((error) => error.field)).toEqual(['content', 'type', 'importance', 'tags[0]', 'tags[2]']);
  });

  it('reports 100 faults at most, in few words', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 70_000 }, (_, i) => [`key${i}`, 0]));
    const { status, body, text } = await send({ ...unknown, importance: 2 });
    expect([status, body.errors.length, body.errors[99]?.field]).toEqual([400, 100, 'importance']);
    expect(text.length).toBeLessThan(20_000);
    const long = await send({ ['k'.repeat(1_000_000)]: 0 });
    expect([long.body.errors.length, long.text.length < 1_000]).toEqual([1, true]);
  });

  it('stores nothing of what it refuses', async () => {
    const fresh = await newTenant();
    await fresh.api.post(MEMORIES, { content: 'x', type: 'task', tenantId: fresh.tenantId, tags: [''] });
    const list = await fresh.api.get(`${MEMORIES}?tenantId=${fresh.tenantId}`);
    expect(list.body.data.pagination.total).toBe(0);
  });

  it('refuses to patch what cannot be changed', async () => {
    const { body } = await send({});
    const patched = await tenant.api.patch(`${MEMORIES}/${body.data.id as string}`, {
      type: 'event',
      id: 'x',
      createdAt: 'y',
    });
    expect(patched.body.errors.map((error) => error.field)).toEqual(['id', 'createdAt', 'type']);
  });

  it.each(['event', 'task', 'no type', 7, null, { constructor: 'x' }])(
    'says of the type, here %j, that it cannot be changed, and what to do instead',
    async (type) => {
      const path = `${MEMORIES}/${(await send({ type: 'task' })).body.data.id as string}`;
      const patched = await tenant.api.patch(path, { type, content: 'another text' });
      const message = 'type cannot be changed: create a new memory, and name the old one in metadata.supersedes';
      expect([patched.status, patched.body.errors]).toEqual([
        400,
        [{ code: 'VALIDATION_ERROR', message, field: 'type' }],
      ]);
      const now = await tenant.api.get(`${path}?tenantId=${tenant.tenantId}`);
      expect([now.headers.get('etag'), now.body.data]).toMatchObject(['"v1"', { type: 'task', content: 'text' }]);
    },
  );

  it('does not offer the type among what can be changed', async () => {
    const response = await fetch(`${tenant.api.url}/openapi.json`);
    const { components } = (await response.json()) as {
      components: { schemas: Record<string, { properties: object }> };
    };
    const fields = Object.keys(components.schemas['UpdateMemory']?.properties ?? {});
    expect(fields).toContain('content');
    expect(fields).not.toContain('type');
  });

  it.each([
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['page=-1', 'page'],
    ['page=', 'page'],
    ['page=1e3', 'page'],
    ['page=0x10', 'page'],
    ['limit=1e1', 'limit'],
    ['page=9007199254740993', 'page'],
    ['page=1&page=2', 'page'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['type=x', 'type'],
    ['sort=content', 'sort'],
    ['order=up', 'order'],
    ['tags=', 'tags[0]'],
    ['tags=a,,b', 'tags[1]'],
    ['tags=a&tags=b', 'tags'],
    ['fields=tags&fields=metadata', 'fields'],
    ['tag=', 'tag[0]'],
    ['tag=a&tag=', 'tag[1]'],
    [`tag=${'x'.repeat(65)}`, 'tag[0]'],
    [Array.from({ length: 51 }, () => 'tag=a').join('&'), 'tag'],
    ['tag=a%00b', 'tag[0]'],
    ['tag[]=a', 'tag[]'],
    ['tagsMode=some', 'tagsMode'],
    ['createdFrom=yesterday', 'createdFrom'],
    ['createdFrom=2026-02-31', 'createdFrom'],
    ['createdTo=2026-02-29T10:00Z', 'createdTo'],
    ['createdFrom=2026-02-01&createdTo=2026-01-01', 'createdFrom'],
    ['fields=content', 'fields[0]'],
    ['cursor=abc', 'cursor'],
    ['colour=red', 'colour'],
    ['toString=x', 'toString'],
    ['hasOwnProperty=x', 'hasOwnProperty'],
  ])('refuses a list with %s', async (query, field) => {
    const { status, body } = await tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&${query}`);
    expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('says of a parameter that is one value that it must be given once', async () => {
    const { body } = await tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&tags=a&tags=b&page=1&page=2`);
    expect(body.errors.map(({ message }) => message).sort()).toEqual([
      'page must be given once',
      'tags must be given once',
    ]);
  });

  it('wants the tenant named where the interface says so', async () => {
    const list = await tenant.api.get(MEMORIES);
    expect(list.body.errors).toMatchObject([{ code: 'VALIDATION_ERROR', field: 'tenantId' }]);
  });
});
