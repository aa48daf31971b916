import { MemoriesClient, type Filter } from '../../support/client/memories-client.js';
import type { ApiResponse } from '../../support/service/api.js';

const NFC = 'caf\u00e9';
const NFD = 'cafe\u0301';

/** Content and metadata of each. */
const MEMORIES: readonly (readonly [string, Record<string, unknown>])[] = [
  ['mail', { userId: 'anna', channel: 'mail', n: 5, ok: true, place: NFC }],
  ['chat', { userId: 'anna', channel: ['chat', 'mail', 7, true], n: '5', ok: 'true', place: NFD }],
  ['bob', { userId: 'bob', channel: ['chat', null, { deep: 'chat' }, ['nested']], n: 5.5, ok: false, big: 1e21 }],
  ['tiny', { n: 1e-7, zero: -0, deep: { userId: 'anna' }, nothing: null, empty: '', list: [] }],
  ['names', { constructor: 'c', toString: 't', hasOwnProperty: 'h', 'a b': "'; DROP TABLE memories; --", ключ: '🎈' }],
  ['marks', { '\u0338k': '\u0338v', 'k\u2260': 'k\u2260', [NFD]: NFD }],
  ['long', { ['k'.repeat(64)]: 'v'.repeat(128), ['\u{1f600}'.repeat(64)]: '\u{1f600}'.repeat(128) }],
  ['too long', { ['k'.repeat(65)]: 'v', v: 'v'.repeat(129), 'a.b': 'dotted', 'a=b': 'equals' }],
];

describe('a filter by metadata', () => {
  let memories: MemoriesClient;
  beforeAll(async () => {
    memories = await MemoriesClient.ofNewTenant();
    for (const [content, metadata] of MEMORIES) await memories.created({ content, metadata });
  });

  it.each<[Filter['metadata'], string[]]>([
    [{ userId: 'anna' }, ['chat', 'mail']],
    [{ userId: 'Anna' }, []],
    [{ userId: 'anna', n: 5 }, ['chat', 'mail']],
    [{ userId: 'anna', channel: 'chat' }, ['chat']],
    [{ userId: 'anna', channel: 'mail', n: 5, ok: true, place: NFC }, ['chat', 'mail']],
    [{ channel: 'chat' }, ['bob', 'chat']],
    [{ channel: 7 }, ['chat']],
    [{ channel: 'nested' }, []],
    [{ channel: 'null' }, []],
    [{ n: 5.5 }, ['bob']],
    [{ n: 1e-7 }, ['tiny']],
    [{ big: 1e21 }, ['bob']],
    [{ zero: 0 }, ['tiny']],
    [{ ok: false }, ['bob']],
    [{ place: NFC }, ['chat', 'mail']],
    [{ place: NFD }, ['chat', 'mail']],
    [{ place: 'cafe' }, []],
    [{ [NFC]: NFD }, ['marks']],
    [{ deep: 'anna' }, []],
    [{ nothing: 'null' }, []],
    [{ unknown: 'x' }, []],
    [{ constructor: 'c', toString: 't', hasOwnProperty: 'h' }, ['names']],
    [{ valueOf: 'x' }, []],
    [{ 'a b': "'; DROP TABLE memories; --" }, ['names']],
    [{ ключ: '🎈' }, ['names']],
    [{ '\u0338k': '\u0338v' }, ['marks']],
    [{ 'k\u2260': 'k=\u0338' }, ['marks']],
    [{ 'k=\u0338': 'k\u2260' }, ['marks']],
    [{ ['k'.repeat(64)]: 'v'.repeat(128) }, ['long']],
    [{ ['\u{1f600}'.repeat(64)]: '\u{1f600}'.repeat(128) }, ['long']],
    [{ v: 'v'.repeat(128) }, []],
  ])('%j means %j, wherever it is given', async (metadata, expected) => {
    expect(await memories.meant({ metadata: metadata! })).toEqual(expected);
  });

  it('knows no key that objects have by themselves', async () => {
    expect((await memories.count('metadata.__proto__=x')).body.data).toEqual({ count: 0 });
    expect((await memories.count('metadata.__proto__=x&metadata.userId=anna')).body.data).toEqual({ count: 0 });
  });

  it.each<[Filter['metadata'], string[]]>([
    [{ userId: ['anna', 'bob'] }, ['bob', 'chat', 'mail']],
    [{ userId: ['anna', 'bob'], n: [5.5, 'none'] }, ['bob']],
    [{ channel: ['mail', 'none'], ok: [true] }, ['chat', 'mail']],
    [{ userId: [...Array(49).fill('none'), 'bob'] }, ['bob']],
    [{ userId: ['anna', 'anna'] }, ['chat', 'mail']],
    [{ place: [NFC, NFD] }, ['chat', 'mail']],
    [{ userId: ['none'] }, []],
  ])('takes several values in a search: %j', async (metadata, expected) => {
    const { status, body } = await memories.search({ metadata });
    const found = body.data.results.map(({ content }: { content: string }) => content).toSorted();
    expect([status, found]).toEqual([200, expected]);
  });

  it('follows a change at once, and leaves what is deleted', async () => {
    const own = await MemoriesClient.ofNewTenant();
    const id = await own.created({ content: 'moving', metadata: { room: 'hall', floor: 1 } });
    await own.patch(id, { metadata: { room: ['attic', 'hall'], floor: 2 } });
    expect(await own.meant({ metadata: { floor: 1 } })).toEqual([]);
    expect(await own.meant({ metadata: { room: 'attic', floor: 2 } })).toEqual(['moving']);
    await own.patch(id, { content: 'moved' });
    expect(await own.meant({ metadata: { room: 'hall' } })).toEqual(['moved']);
    await own.patch(id, { metadata: {} });
    expect(await own.meant({ metadata: { room: 'hall' } })).toEqual([]);
    await own.patch(id, { metadata: { room: 'hall' } });
    await own.remove(id);
    expect(await own.meant({ metadata: { room: 'hall' } })).toEqual([]);
  });

  it('means a memory by the first 64 values of its metadata', async () => {
    const own = await MemoriesClient.ofNewTenant();
    const metadata = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, i]));
    await own.created({ content: 'many', metadata });
    for (const [i, found] of [
      [0, ['many']],
      [63, ['many']],
      [64, []],
      [199, []],
    ] as const) {
      expect([i, await own.meant({ metadata: { [`k${i}`]: i } })]).toEqual([i, found]);
    }
  });

  it('is answered although the metadata has thousands of marks on one letter', async () => {
    const own = await MemoriesClient.ofNewTenant();
    const marked = `a${'\u0301\u0323'.repeat(3_500)}`;
    await own.created({ content: 'marked', metadata: { x: marked, userId: 'anna' } });
    expect(await own.meant({ metadata: { userId: 'anna' } })).toEqual(['marked']);
    // To spell these takes minutes.
    const longer = `a${'\u0301\u0323'.repeat(150_000)}`;
    for (const metadata of [{ x: longer }, { [longer]: 'x' }]) {
      const { status, body } = await own.search({ metadata });
      expect([status, body.errors[0]?.code, body.errors[0]!.message.length < 300]).toEqual([
        400,
        'VALIDATION_ERROR',
        true,
      ]);
    }
  });

  const key = (name: string): string => `metadata.${name}`;
  const six = ['a', 'b', 'c', 'd', 'e', 'f'];
  it.each([
    ['six keys', six.map((name) => `metadata.${name}=1`).join('&'), 'metadata'],
    ['a value of 129 characters', `metadata.a=${'x'.repeat(129)}`, key('a')],
    ['an empty value', 'metadata.a=', key('a')],
    ['no value', 'metadata.a', key('a')],
    ['a nested key', 'metadata.a.b=1', key('a.b')],
    ['a nested key of an object by itself', 'metadata.__proto__.b=1', key('__proto__.b')],
    ['a key of 65 characters', `metadata.${'k'.repeat(65)}=1`, key('k'.repeat(65))],
    ['a key with an equals sign', 'metadata.a%3Db=1', key('a=b')],
    ['an empty key', 'metadata.=x', key('')],
    ['brackets', 'metadata[a]=1', 'metadata[a]'],
    ['another case', 'Metadata.a=1', 'Metadata.a'],
    ['a key twice', 'metadata.a=1&metadata.a=2', key('a')],
    ['the key __proto__ twice', 'metadata.__proto__=1&metadata.__proto__=2', key('__proto__')],
    ['NUL in a value', 'metadata.a=%00', key('a')],
    ['NUL in a key', 'metadata.%00=1', key('\u0000')],
    ['a field __proto__', '__proto__=1', '__proto__'],
  ])('refuses %s', async (_, query, field) => {
    for (const response of [await memories.list(query), await memories.count(query), await memories.export(query)]) {
      const [error] = response.body.errors;
      expect([response.status, error?.code, error?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    }
  });

  it.each(['metadata=x', 'metadata=x&metadata=y', 'metadata=x&metadata.a=1'])(
    'refuses %s, without a key',
    async (query) => {
      const { api, tenant } = memories;
      for (const place of ['', '/count', '/export']) {
        const { status, body } = await api.get(`/api/v1/memories${place}?tenantId=${tenant.tenantId}&${query}`);
        expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'metadata']);
      }
    },
  );

  it.each<[string, unknown, string]>([
    ['six keys', Object.fromEntries(six.map((name) => [name, 1])), 'metadata'],
    ['an object', { a: { b: 1 } }, 'metadata.a'],
    ['null', { a: null }, 'metadata.a'],
    ['null among values', { a: ['x', null] }, 'metadata.a[1]'],
    ['a list in a list', { a: [['x']] }, 'metadata.a[0]'],
    ['no values', { a: [] }, 'metadata.a'],
    ['51 values', { a: Array(51).fill('x') }, 'metadata.a'],
    ['an empty text', { a: '' }, 'metadata.a'],
    ['a text of 129 characters', { a: 'x'.repeat(129) }, 'metadata.a'],
    ['a nested key', { 'a.b': 1 }, 'metadata.a.b'],
    ['an empty key', { '': 1 }, 'metadata.'],
    ['NUL in a value', { a: '\u0000' }, 'metadata.a'],
    ['NUL in a key', { 'a\u0000': 1 }, 'metadata.a\u0000'],
    ['half of a surrogate pair', { a: '\ud83d' }, 'metadata.a'],
    ['half of a surrogate pair among values', { a: ['x', '\ude00'] }, 'metadata.a[1]'],
    ['a list', [], 'metadata'],
    ['a text', 'a=1', 'metadata'],
    ['nothing', null, 'metadata'],
  ])('refuses %s in a search', async (_, metadata, field) => {
    const { status, body } = await memories.search({ metadata });
    expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('refuses a key that no JSON of ours may have', async () => {
    const body = `{"query":"x","tenantId":"${memories.tenant.tenantId}","metadata":{"__proto__":"x"}}`;
    const response = await memories.api.send('POST', '/api/v1/memories/search', { rawBody: body });
    expect([response.status, response.body.errors[0]?.field]).toEqual([400, 'metadata.__proto__']);
  });

  it('in an address of more than 16 KiB gets an answer in the common form', async () => {
    const { status, body } = await memories.list(`metadata.a=${'x'.repeat(17_000)}`);
    expect([status, body.success]).toEqual([431, false]);
  });

  it('is of no use to another tenant', async () => {
    const other = await MemoriesClient.ofNewTenant();
    expect(await other.meant({ metadata: { userId: 'anna' } })).toEqual([]);
  });
});

describe('filters together', () => {
  const COUNT = 40;
  let memories: MemoriesClient;
  beforeAll(async () => {
    memories = await MemoriesClient.ofNewTenant();
    const items = Array.from({ length: COUNT }, (_, i) => ({
      content: `m${i}`,
      type: i % 2 === 0 ? 'task' : 'event',
      tags: [`t${i % 3}`],
      metadata: { group: i % 4, half: i < COUNT / 2 },
      importance: (i % 7) / 7,
      createdAt: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
    }));
    expect((await memories.bulk(items)).body.data).toMatchObject({ created: COUNT });
  });
  const those = (holds: (i: number) => boolean): string[] =>
    Array.from({ length: COUNT }, (_, i) => i)
      .filter(holds)
      .map((i) => `m${i}`)
      .toSorted();

  it.each<[Filter, (i: number) => boolean]>([
    [{ metadata: { group: 2 }, type: 'task' }, (i) => i % 4 === 2],
    [{ metadata: { group: 2 }, type: 'event' }, () => false],
    [{ metadata: { group: 1 }, tags: ['t0'] }, (i) => i % 4 === 1 && i % 3 === 0],
    [{ metadata: { half: true }, tags: ['t0', 't1'], tagsMode: 'any' }, (i) => i < 20 && i % 3 < 2],
    [{ metadata: { half: true }, createdFrom: '2026-01-10' }, (i) => i >= 9 && i < 20],
    [{ metadata: { group: 3 }, createdTo: '2026-01-10' }, (i) => i <= 9 && i % 4 === 3],
    [{ metadata: { half: false }, occurredFrom: '2026-01-30', occurredTo: '2026-02-01' }, (i) => i >= 29 && i <= 31],
    [
      {
        metadata: { half: true, group: 0 },
        type: 'task',
        tags: ['t2'],
        createdFrom: '2026-01-05',
        occurredTo: '2026-01-10',
      },
      (i) => i < 20 && i % 4 === 0 && i % 3 === 2 && i >= 4 && i <= 9,
    ],
  ])('%j hold all at once', async (filter, holds) => {
    expect(await memories.meant(filter)).toEqual(those(holds));
  });

  it.each(['createdAt', 'importance', 'updatedAt'])('sort by %s and go on by cursor and by page', async (sort) => {
    const ids = ({ body }: ApiResponse): string[] => body.data.memories.map(({ id }: { id: string }) => id);
    for (const order of ['asc', 'desc']) {
      const query = `metadata.half=true&sort=${sort}&order=${order}`;
      const whole = await memories.list(`${query}&limit=100`);
      expect(whole.body.data.pagination).toMatchObject({ total: 20, hasNext: false });
      const pages: string[] = [];
      let page = await memories.list(`${query}&limit=6`);
      pages.push(...ids(page));
      while (page.body.data.pagination.nextCursor !== undefined) {
        const cursor = page.body.data.pagination.nextCursor as string;
        page = await memories.list(`metadata.half=true&limit=6&cursor=${cursor}`);
        pages.push(...ids(page));
      }
      expect(pages).toEqual(ids(whole));
      const second = await memories.list(`${query}&limit=6&page=2`);
      expect(ids(second)).toEqual(pages.slice(6, 12));
    }
  });

  it('count all where there is none', async () => {
    expect((await memories.count()).body.data).toEqual({ count: COUNT });
    expect((await memories.count('type=event')).body.data).toEqual({ count: COUNT / 2 });
    expect((await memories.count('type=event&tags=t0&tagsMode=any')).body.data).toEqual({ count: 7 });
    const other = await MemoriesClient.ofNewTenant();
    expect((await other.count()).body.data).toEqual({ count: 0 });
  });

  it.each(['limit=5', 'page=2', 'sort=createdAt', 'fields=tags', 'cursor=x'])(
    'of a count have no %s',
    async (query) => {
      const { status, body } = await memories.count(query);
      expect([status, body.errors[0]?.field]).toEqual([400, query.split('=')[0]]);
    },
  );
});
