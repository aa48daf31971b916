import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { codeOf, newKey, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';

const MEMORIES = '/api/v1/memories';
const NDJSON = { 'content-type': 'application/x-ndjson' };

describe('import and export over HTTP', () => {
  let tenant: TestTenant;
  beforeEach(async () => {
    tenant = await newTenant();
  });

  const record = (content: string, more: object = {}): string => JSON.stringify({ content, type: 'task', ...more });
  const send = (rawBody: string, headers: Record<string, string> = {}, to = tenant): Promise<ApiResponse> =>
    to.api.send('POST', `${MEMORIES}/import?tenantId=${to.tenantId}`, { rawBody, headers: { ...NDJSON, ...headers } });
  const exported = async (query = '', from = tenant): Promise<Record<string, unknown>[]> => {
    const response = await from.api.get(`${MEMORIES}/export?tenantId=${from.tenantId}${query}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
    const lines = response.text.split('\n');
    expect(lines.pop()).toBe('');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const total = async (): Promise<number> =>
    (await tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&limit=1`)).body.data.pagination.total as number;

  it('gives back what went in, in the order of creation, and a second tenant takes that in again', async () => {
    const lines = Array.from({ length: 250 }, (_, i) =>
      record(`note ${i} \u{1f600}`, {
        importance: (i % 10) / 10,
        tags: [`t${i % 3}`],
        metadata: { z: i, a: [true] },
        createdAt: new Date(1_700_000_000_000 + i).toISOString(),
        externalId: `note-${i}`,
      }),
    );
    const taken = await send(`${lines.join('\n')}\n`);
    expect([taken.status, taken.body.data]).toEqual([
      200,
      { read: 250, created: 250, present: 0, replaced: 0, failed: 0, errors: [] },
    ]);
    const records = await exported();
    const given = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records.map(({ id: _, updatedAt: __, ...rest }) => rest)).toEqual(given);
    const other = await newTenant();
    const text = records.map((each) => JSON.stringify(each)).join('\n');
    expect((await send(text, {}, other)).body.data).toMatchObject({ created: 250, failed: 0 });
    const copies = await exported('', other);
    expect(copies.map(({ id: _, ...rest }) => rest)).toEqual(records.map(({ id: _, ...rest }) => rest));
  });

  it('makes what was imported found', async () => {
    await send(record('The red boat lies in the harbour of Vik'));
    const search = await tenant.api.post(`${MEMORIES}/search`, { query: 'red boat', tenantId: tenant.tenantId });
    expect(search.body.data.results).toHaveLength(1);
  });

  it('names each line that is wrong, and stores the others', async () => {
    const lines = [
      record('good'),
      '',
      'no json',
      '{"content":"cut off","ty',
      record('', { type: 'dream' }),
      '[]',
      `"${'x'.repeat(300_000)}"`,
      '   ',
      record('good too'),
      record('of no day', { createdAt: '2026-02-30' }),
      record('no newline at the end'),
    ];
    const { status, body } = await send(lines.join('\r\n'));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ read: 9, created: 3, present: 0, failed: 6 });
    const errors = body.data.errors as { line: number; field?: string; message: string }[];
    expect(errors.map(({ line, field }) => [line, field])).toEqual([
      [3, undefined],
      [4, undefined],
      [5, 'content'],
      [5, 'type'],
      [6, undefined],
      [7, undefined],
      [10, 'createdAt'],
    ]);
    expect(errors[5]?.message).toContain('262144 bytes');
    expect(await total()).toBe(3);
  });

  it('reads a line as strictly as a request, and goes on behind one that would exhaust the stack', async () => {
    const deep = `{"content":"a","type":"task","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    const proto = '{"content":"a","type":"task","metadata":{"__proto__":{"a":1}}}';
    const snowflake = '{"content":"a","type":"task","metadata":{"id":1546130668394913822}}';
    const twice = '{"content":"a","type":"task","content":"b","metadata":{"a":1,"\\u0061":2}}';
    const lines = [deep, proto, '[]', '{"content"', snowflake, twice, record('good')];
    const { status, body } = await send(lines.join('\n'));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ read: 7, created: 1, failed: 6 });
    expect(body.data.errors).toEqual([
      { line: 1, message: 'the line must not be nested more than 64 levels deep' },
      { line: 2, field: 'metadata.__proto__', message: 'metadata.__proto__ is a reserved key' },
      { line: 3, message: 'the line must be a JSON object' },
      { line: 4, message: expect.stringMatching(/^the line is not valid JSON: /) },
      { line: 5, field: 'metadata.id', message: 'metadata.id must be a text: numbers beyond 2^53 lose digits' },
      { line: 6, field: 'content', message: 'content is given twice' },
      { line: 6, field: 'metadata.a', message: 'metadata.a is given twice' },
    ]);
  });

  it('changes what was last changed at the end of time', async () => {
    await send(record('the last note', { createdAt: '9999-12-31T23:59:59.999Z', externalId: 'last' }));
    const [last] = await exported();
    const changed = await tenant.api.patch(`${MEMORIES}/${last?.['id'] as string}`, { importance: 1 });
    expect([changed.status, changed.body.data.updatedAt]).toEqual([200, '9999-12-31T23:59:59.999Z']);
  });

  it('tells of the first 100 faults, and counts all', async () => {
    const { body } = await send('{}\n'.repeat(250));
    expect(body.data).toMatchObject({ read: 250, created: 0, failed: 250 });
    expect(body.data.errors).toHaveLength(100);
  });

  it('ends after 1,000 lines in a row that are wrong, says where to go on, and takes the rest with the same key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const good = Array.from({ length: 17 }, (_, i) => record(`good ${i}`)).join('\n');
    const bad = '{}\n'.repeat(100_000);
    const { status, body } = await send(`${good}\n${bad}`, key);
    expect([status, body.data]).toMatchObject([
      200,
      {
        read: 1_017,
        created: 17,
        failed: 1_000,
        stopped: { reason: 'too_many_failures', lastLine: 1_017, resumeFrom: 18 },
      },
    ]);
    const again = await send(`${good}\n${record('put right')}`, key);
    expect(again.body.data).toEqual({ read: 18, created: 1, present: 17, replaced: 0, failed: 0, errors: [] });
  });

  it('goes on where no 1,000 in a row are wrong', async () => {
    const part = `${'{}\n'.repeat(999)}${record('between', { externalId: 'one and the same' })}\n`;
    const { body } = await send(part.repeat(3));
    expect(body.data).toMatchObject({ read: 3_000, created: 1, present: 2, failed: 2_997 });
    expect(body.data.stopped).toBeUndefined();
  });

  it('refuses bytes that are no UTF-8 instead of changing them', async () => {
    const bytes = Buffer.concat([Buffer.from('{"content":"a'), Buffer.from([0xff]), Buffer.from('","type":"task"}\n')]);
    const response = await fetch(`${tenant.api.url}${MEMORIES}/import?tenantId=${tenant.tenantId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.api.token ?? ''}`, ...NDJSON },
      body: bytes,
    });
    expect(await response.json()).toMatchObject({ data: { created: 0, failed: 1, errors: [{ line: 1 }] } });
  });

  it('takes the largest record that the rules allow', async () => {
    const content = '\u0001'.repeat(10_000);
    const large = record(content, {
      metadata: { a: 'x'.repeat(16_000) },
      tags: Array.from({ length: 50 }, (_, i) => `${i}`.padEnd(64, '\u0001')),
    });
    expect((await send(large)).body.data).toMatchObject({ created: 1 });
    expect((await exported())[0]).toMatchObject({ content });
  });

  it('is resumed by externalId: what is there already is not stored again', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => record(`n ${i}`, { externalId: `id-${i}` }));
    await send(lines.slice(0, 120).join('\n'));
    expect((await send(lines.join('\n'))).body.data).toMatchObject({ read: 300, created: 180, present: 120 });
    expect(await total()).toBe(300);
  });

  it('with an Idempotency-Key is done once; another body with the key is refused', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = `${record('a')}\n${record('a')}\n${record('b')}`;
    const first = await send(body, key);
    const again = await send(body, key);
    expect(first.body.data).toMatchObject({ created: 3 });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body.data).toEqual(first.body.data);
    expect((await send(record('c'), key)).body.errors[0]?.field).toBe('Idempotency-Key');
    expect(await total()).toBe(3);
  });

  it('broken off by its client keeps what was stored; sent again with its key it adds the rest', async () => {
    const lines = Array.from({ length: 400 }, (_, i) => `${record(`part ${i}`)}\n`);
    const key = { 'idempotency-key': randomUUID() };
    const broken = httpRequest(`${tenant.api.url}${MEMORIES}/import?tenantId=${tenant.tenantId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.api.token ?? ''}`, ...NDJSON, ...key },
    });
    broken.on('error', () => undefined);
    broken.write(lines.slice(0, 250).join(''));
    await eventually(async () => {
      expect(await total()).toBeGreaterThanOrEqual(200);
    });
    expect(codeOf(await send(lines.join(''), key))).toBe('DUPLICATE_RESOURCE');
    broken.destroy();
    await eventually(async () => {
      const { status, body } = await send(lines.join(''), key);
      expect(status).toBe(200);
      expect(Number(body.data.created) + Number(body.data.present)).toBe(400);
    });
    expect(await total()).toBe(400);
  });

  it('exports what the filters choose', async () => {
    await send(
      [
        record('a', { tags: ['x', 'y'], createdAt: '2026-01-01T00:00:00.000Z' }),
        record('b', { tags: ['x'], createdAt: '2026-02-01T15:00:00.000Z' }),
        JSON.stringify({ content: 'c', type: 'event', tags: ['y'], createdAt: '2026-03-01T00:00:00.000Z' }),
      ].join('\n'),
    );
    const contents = async (query: string): Promise<unknown[]> => (await exported(query)).map(({ content }) => content);
    expect(await contents('')).toEqual(['a', 'b', 'c']);
    expect(await contents('&type=event')).toEqual(['c']);
    expect(await contents('&tags=x,y')).toEqual(['a']);
    expect(await contents('&tags=x,y&tagsMode=any')).toEqual(['a', 'b', 'c']);
    expect(await contents('&createdFrom=2026-02-01&createdTo=2026-02-28')).toEqual(['b']);
    expect(await contents('&createdFrom=2026-02-01T09:00Z&createdTo=2026-02-01')).toEqual(['b']);
    expect(await contents('&createdTo=2026-02-01T00:00Z')).toEqual(['a']);
    expect(await contents('&type=identity')).toEqual([]);
    const wrong = await tenant.api.get(`${MEMORIES}/export?tenantId=${tenant.tenantId}&sort=createdAt`);
    expect(wrong.body.errors[0]).toMatchObject({ code: 'VALIDATION_ERROR', field: 'sort' });
  });

  it('exports more than a page, each record once, also where all are of one time', async () => {
    const createdAt = '2026-01-01T00:00:00.000Z';
    await send(Array.from({ length: 1_100 }, (_, i) => record(`${i}`, { createdAt })).join('\n'));
    const contents = (await exported()).map(({ content }) => content);
    expect([contents.length, new Set(contents).size]).toEqual([1_100, 1_100]);
  });

  it('shows nothing of another tenant', async () => {
    await send(record('mine'));
    expect(await exported('', await newTenant())).toEqual([]);
  });

  it('takes NDJSON there and nowhere else, and needs its scopes', async () => {
    const json = await tenant.api.post(`${MEMORIES}/import?tenantId=${tenant.tenantId}`, {});
    expect([json.status, codeOf(json)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const elsewhere = await tenant.api.send('POST', MEMORIES, { rawBody: record('x'), headers: NDJSON });
    expect([elsewhere.status, codeOf(elsewhere)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    const reader = { ...tenant, api: await newKey(tenant, ['read:memories']) };
    expect(codeOf(await send(record('x'), {}, reader))).toBe('INSUFFICIENT_SCOPE');
  });

  it('goes on serving when a client of an export goes away', async () => {
    await send(
      Array.from({ length: 300 }, (_, i) => record(`${i}`, { metadata: { a: 'x'.repeat(15_000) } })).join('\n'),
    );
    const abort = new AbortController();
    const response = await fetch(`${tenant.api.url}${MEMORIES}/export?tenantId=${tenant.tenantId}`, {
      headers: { authorization: `Bearer ${tenant.api.token ?? ''}` },
      signal: abort.signal,
    });
    await response.body?.getReader().read();
    abort.abort();
    expect(await exported()).toHaveLength(300);
  });
});
