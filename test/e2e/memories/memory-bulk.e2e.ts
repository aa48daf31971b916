import { randomUUID } from 'node:crypto';
import { asIs, optionsOf } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { codeOf, newKey, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';

describe('POST /memories/bulk', () => {
  let tenant: TestTenant;
  beforeEach(async () => {
    tenant = await newTenant();
  });

  const post = (items: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
    recorded(tenant, ({ memories }) => memories.createMany(asIs(items), {}, optionsOf(headers)));
  const item = (content: string, more: object = {}): object => ({ content, type: 'task', ...more });
  const total = async (): Promise<number> =>
    (await tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&limit=1`)).body.data.pagination.total as number;

  it('creates every item as POST /memories would, to be read and found at once', async () => {
    const items = [
      item('Anna prefers tea', { importance: 0.9, tags: ['x', 'x', 'y'], metadata: { b: 1, a: 2 } }),
      item('The lamp in the hall is broken'),
    ];
    const { status, body } = await post(items);
    expect([status, body.data.created, body.data.failed]).toEqual([200, 2, 0]);
    expect(body.data.results).toMatchObject([
      { index: 0, status: 'created' },
      { index: 1, status: 'created' },
    ]);
    const read = await tenant.api.get(`${MEMORIES}/${body.data.results[0].id as string}?tenantId=${tenant.tenantId}`);
    expect(read.body.data).toMatchObject({ content: 'Anna prefers tea', importance: 0.9, tags: ['x', 'y'] });
    const search = await tenant.api.post(`${MEMORIES}/search`, { query: 'lamp hall', tenantId: tenant.tenantId });
    expect(search.body.data.results[0].id).toBe(body.data.results[1].id);
  });

  it('stores what is right, and says of each other item what is wrong with it', async () => {
    const { status, body } = await post([
      item('good'),
      item(''),
      { content: 'x', type: 'dream', tags: ['ok', 7] },
      'no object',
      null,
      [],
      item('mine', { tenantId: tenant.tenantId }),
      item('good too'),
      item('named', { externalId: '' }),
    ]);
    expect(status).toBe(200);
    const { results, created, failed } = body.data as {
      results: { status: string; errors?: { code: string; field?: string }[] }[];
      created: number;
      failed: number;
    };
    expect([created, failed]).toEqual([2, 7]);
    expect(results.map((each) => each.status)).toEqual([
      'created',
      'failed',
      'failed',
      'failed',
      'failed',
      'failed',
      'failed',
      'created',
      'failed',
    ]);
    expect(results.map((each) => each.errors?.map(({ field }) => field))).toEqual([
      undefined,
      ['content'],
      ['type', 'tags[1]'],
      [undefined],
      [undefined],
      [undefined],
      ['tenantId'],
      undefined,
      ['externalId'],
    ]);
    expect(await total()).toBe(2);
  });

  it('tells 100 faults, and of each later item that is wrong the first', async () => {
    const wrong = item('', { tags: Array.from({ length: 40 }, () => '') });
    const { body } = await post([item('good'), ...Array.from({ length: 300 }, () => wrong), item('good too')]);
    expect([body.data.created, body.data.failed]).toEqual([2, 300]);
    const told = (body.data.results as { errors?: unknown[] }[]).map(({ errors = [] }) => errors.length);
    expect(told).toEqual([0, 41, 41, 18, ...Array.from({ length: 297 }, () => 1), 0]);
  });

  it('takes 1 to 500 items, and no body over 1 MiB', async () => {
    const many = Array.from({ length: 500 }, (_, i) => item(`memory ${i}`));
    const full = await post(many);
    expect([full.status, full.body.data.created]).toEqual([200, 500]);
    expect(await total()).toBe(500);
    for (const wrong of [[], [...many, item('one more')], item('no list'), undefined, 'text']) {
      const response = await post(wrong);
      expect(response.body.errors[0]).toMatchObject({ code: 'VALIDATION_ERROR', field: 'memories' });
    }
    const large = await post(Array.from({ length: 500 }, () => item('x'.repeat(3_000))));
    expect(codeOf(large)).toBe('PAYLOAD_TOO_LARGE');
    expect(await total()).toBe(500);
  });

  it('keeps the order of the request in the order of the list', async () => {
    await post(Array.from({ length: 20 }, (_, i) => item(`item ${i}`)));
    const list = await tenant.api.get(`${MEMORIES}?tenantId=${tenant.tenantId}&order=asc`);
    const contents = (list.body.data.memories as { content: string }[]).map(({ content }) => content);
    expect(contents).toEqual(Array.from({ length: 20 }, (_, i) => `item ${i}`));
  });

  it('sent again with its Idempotency-Key stores nothing again', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const items = [item('one'), item(''), item('two')];
    const responses = await Promise.all([post(items, key), post(items, key), post(items, key)]);
    const again = await post(items, key);
    const first = responses.find(({ status, headers }) => status === 200 && !headers.has('idempotency-replayed'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(JSON.stringify(again.body.data)).toBe(JSON.stringify(first?.body.data));
    expect(again.body.data.created).toBe(2);
    expect(await total()).toBe(2);
  });

  it('where nothing is right stores nothing, and is a good answer all the same', async () => {
    const { status, body } = await post([{}, 7]);
    expect([status, body.data.created, body.data.failed]).toEqual([200, 0, 2]);
    expect(await total()).toBe(0);
  });

  it('needs write:memories', async () => {
    const reader = await newKey(tenant, ['read:memories']);
    const response = await reader.post(`${MEMORIES}/bulk`, { tenantId: tenant.tenantId, memories: [item('x')] });
    expect(codeOf(response)).toBe('INSUFFICIENT_SCOPE');
  });
});
