import { asIs } from '../../support/client/given.js';
import { recorded } from '../../support/client/recorded-call.js';
import { newKey, newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';
import { eventually } from '../../support/eventually.js';

const MEMORIES = '/api/v1/memories';

interface TagPage {
  readonly tags: { readonly tag: string; readonly count: number }[];
  readonly nextCursor: string | null;
}

describe('the tags of a tenant', () => {
  let own: TestTenant;
  const get = (query: Record<string, string> = {}, of = own): Promise<ApiResponse> =>
    recorded(of, ({ tags }) => tags.list(asIs(query)).page());
  const page = async (query: Record<string, string> = {}, of = own): Promise<TagPage> => {
    const { status, body } = await get(query, of);
    expect(status).toBe(200);
    return body.data as TagPage;
  };
  /** Each tag with its count. */
  const counts = async (query: Record<string, string> = {}, of = own): Promise<[string, number][]> =>
    (await page(query, of)).tags.map(({ tag, count }) => [tag, count]);
  const create = async (tags: string[], more: Record<string, unknown> = {}, of = own): Promise<string> => {
    const body = { content: 'The boat is red', type: 'task', tags, tenantId: of.tenantId, ...more };
    const { status, body: answer } = await of.api.post(MEMORIES, body);
    expect(status).toBe(201);
    return answer.data.id as string;
  };

  beforeEach(async () => {
    own = await newTenant();
  });

  it('come in the order of their code points, with how many memories carry each', async () => {
    expect(await page()).toEqual({ tags: [], nextCursor: null });
    await create(['a', 'Z', 'ä', '\u{1f600}', 'Berlin, Mitte']);
    await create(['a', 'b', '\uff5e', 'Berlin']);
    await create(['a', 'B b']);
    await create([]);
    expect(await page()).toEqual({
      tags: [
        { tag: 'B b', count: 1 },
        { tag: 'Berlin', count: 1 },
        { tag: 'Berlin, Mitte', count: 1 },
        { tag: 'Z', count: 1 },
        { tag: 'a', count: 3 },
        { tag: 'b', count: 1 },
        { tag: 'ä', count: 1 },
        { tag: '\uff5e', count: 1 },
        { tag: '\u{1f600}', count: 1 },
      ],
      nextCursor: null,
    });
  });

  it('are one in every spelling of Unicode, also by the beginning that is asked for', async () => {
    await create(['cafe\u0301 noir']);
    await create(['caf\u00e9 noir', 'cafe']);
    const cafe: [string, number] = ['caf\u00e9 noir', 2];
    expect(await counts()).toEqual([['cafe', 1], cafe]);
    for (const prefix of ['caf\u00e9', 'cafe\u0301', 'cafe\u0301 noir'])
      expect(await counts({ prefix })).toEqual([cafe]);
  });

  it('can be asked for by how they begin, whatever stands in it', async () => {
    await create(['Berlin', 'Berlin, Mitte', 'berlin', 'Ber%', 'Be_', 'Bern', 'C']);
    const named = async (query: Record<string, string>): Promise<string[]> => (await counts(query)).map(([tag]) => tag);
    expect(await named({ prefix: 'Ber' })).toEqual(['Ber%', 'Berlin', 'Berlin, Mitte', 'Bern']);
    expect(await named({ prefix: 'Berlin,' })).toEqual(['Berlin, Mitte']);
    expect(await named({ prefix: 'Ber%' })).toEqual(['Ber%']);
    expect(await named({ prefix: 'Be_' })).toEqual(['Be_']);
    expect(await named({ prefix: 'x'.repeat(64) })).toEqual([]);
    const first = await page({ prefix: 'Ber', limit: '3' });
    expect(await page({ prefix: 'Ber', cursor: first.nextCursor ?? '' })).toEqual({
      tags: [{ tag: 'Bern', count: 1 }],
      nextCursor: null,
    });
  });

  it('are all read page by page, each once, also the longest', async () => {
    const longest = '\u0001'.repeat(64);
    const tags = [longest, ...Array.from({ length: 119 }, (_, i) => `tag ${1_000 + i}`)];
    const memories = tags.map((tag) => ({ content: 'x', type: 'task', tags: [tag] }));
    const stored = await own.api.post(`${MEMORIES}/bulk`, { tenantId: own.tenantId, memories });
    expect(stored.body.data.created).toBe(120);
    expect((await page()).tags).toHaveLength(50);
    for (const [limit, pages] of [
      ['1', 120],
      ['40', 3],
      ['50', 3],
      ['100', 2],
    ] as const) {
      const read: TagPage[] = [await page({ limit })];
      for (let cursor = read[0]?.nextCursor; typeof cursor === 'string'; cursor = read.at(-1)?.nextCursor) {
        read.push(await page({ limit, cursor }));
      }
      expect([limit, read.length]).toEqual([limit, pages]);
      expect(read.flatMap((each) => each.tags)).toEqual(tags.map((tag) => ({ tag, count: 1 })));
    }
  });

  it('go with their memories: changed, deleted, expired', async () => {
    const [changed, deleted] = [await create(['boat', 'red']), await create(['boat', 'blue'])];
    await create(['boat', 'soon'], { ttlSeconds: 1 });
    await create(['boat', 'later'], { ttlSeconds: 3_600 });
    await eventually(async () => {
      expect(await counts()).toEqual([
        ['blue', 1],
        ['boat', 3],
        ['later', 1],
        ['red', 1],
      ]);
    });
    await own.api.patch(`${MEMORIES}/${changed}`, { tags: ['green'] });
    expect((await own.api.delete(`${MEMORIES}/${deleted}?tenantId=${own.tenantId}`)).status).toBe(200);
    expect(await counts()).toEqual([
      ['boat', 1],
      ['green', 1],
      ['later', 1],
    ]);
  });

  it('are those of the tenant alone, and need a key that may read memories', async () => {
    const other = await newTenant();
    await create(['boat', 'ours']);
    await create(['boat', 'theirs'], {}, other);
    expect(await counts()).toEqual([
      ['boat', 1],
      ['ours', 1],
    ]);
    const foreign = await own.api.get(`/api/v1/tags?tenantId=${other.tenantId}`);
    expect([foreign.status, foreign.body.errors[0]?.code]).toEqual([403, 'TENANT_MISMATCH']);
    const writer = await newKey(own, ['write:memories']);
    const refused = await writer.get(`/api/v1/tags?tenantId=${own.tenantId}`);
    expect([refused.status, refused.body.errors[0]?.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    const reader = await newKey(own, ['read:memories']);
    expect((await reader.get(`/api/v1/tags?tenantId=${own.tenantId}`)).body.data.tags).toHaveLength(2);
  });

  it('are refused where the tenant is not named, and where what is one value is given twice', async () => {
    const unnamed = await own.api.get('/api/v1/tags');
    const twice = await own.api.get(`/api/v1/tags?tenantId=${own.tenantId}&prefix=a&prefix=b`);
    expect([unnamed, twice].map(({ status, body }) => [status, body.errors.map(({ field }) => field)])).toEqual([
      [400, ['tenantId']],
      [400, ['prefix']],
    ]);
  });

  const cursor = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

  it.each([
    [{ limit: '0' }, 'limit', 'limit must be a whole number from 1 to 100'],
    [{ limit: '101' }, 'limit', 'limit must be a whole number from 1 to 100'],
    [{ limit: 'ten' }, 'limit', 'limit must be a whole number from 1 to 100'],
    [{ prefix: '' }, 'prefix', 'prefix must be a text of 1 to 64 characters'],
    [{ prefix: 'x'.repeat(65) }, 'prefix', 'prefix must be a text of 1 to 64 characters'],
    [{ prefix: 'a\u0000' }, 'prefix', 'prefix must not contain the NUL character'],
    [{ cursor: 'abc' }, 'cursor', 'cursor must be the nextCursor of an earlier page'],
    [{ cursor: cursor('') }, 'cursor', 'cursor must be the nextCursor of an earlier page'],
    [{ cursor: cursor(7) }, 'cursor', 'cursor must be the nextCursor of an earlier page'],
    [{ cursor: cursor('a\u0000') }, 'cursor', 'cursor must be the nextCursor of an earlier page'],
    [{ cursor: cursor('\ud800') }, 'cursor', 'cursor must be the nextCursor of an earlier page'],
    [{ cursor: cursor('x'.repeat(65)) }, 'cursor', 'cursor must be the nextCursor of an earlier page'],
    [{ page: '2' }, 'page', 'page is not a field of this request'],
  ])('are refused with %j', async (query: Record<string, string>, field, message) => {
    const { status, body } = await get(query);
    expect([status, body.errors]).toEqual([400, [{ code: 'VALIDATION_ERROR', message, field }]]);
  });
});
