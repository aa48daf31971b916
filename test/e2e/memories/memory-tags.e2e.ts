import { newTenant, type ApiResponse, type TestTenant } from '../../support/service/api.js';

const MEMORIES = '/api/v1/memories';

describe('lists of memories by tags', () => {
  let own: TestTenant;
  const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
  const create = (tags: string[]): Promise<ApiResponse> =>
    own.api.post(MEMORIES, { content: `about ${tags.join(' ')}`, type: 'task', tags, tenantId: own.tenantId });
  const of = (...query: [string, string][]): string =>
    new URLSearchParams([['tenantId', own.tenantId], ...query]).toString();
  /** Of the memories that list and export choose alike, oldest first. */
  const tagged = async (...query: [string, string][]): Promise<string[][]> => {
    const { status, body } = await own.api.get(`${MEMORIES}?${of(['fields', 'tags'], ['order', 'asc'], ...query)}`);
    expect([status, body.data?.pagination.total]).toEqual([200, body.data?.memories.length]);
    const exported = await own.api.get(`${MEMORIES}/export?${of(...query)}`);
    const lines = exported.text.split('\n').filter((line) => line !== '');
    const tags = body.data.memories.map((memory: { tags: string[] }) => memory.tags) as string[][];
    expect(lines.map((line) => (JSON.parse(line) as { tags: string[] }).tags)).toEqual(tags);
    return tags;
  };

  beforeAll(async () => {
    own = await newTenant();
    await create(['Berlin, Mitte', 'walk']);
    await create(['Berlin', 'Mitte']);
    await create(['walk', composed]);
  });

  it('tag is one tag as it stands, and may be given several times and beside tags', async () => {
    const [comma, parted, cafe] = [
      ['Berlin, Mitte', 'walk'],
      ['Berlin', 'Mitte'],
      ['walk', composed],
    ];
    expect(await tagged(['tag', 'Berlin, Mitte'])).toEqual([comma]);
    expect(await tagged(['tag', 'Berlin, Mitte'], ['tag', 'walk'])).toEqual([comma]);
    expect(await tagged(['tag', 'Berlin'], ['tag', 'walk'])).toEqual([]);
    expect(await tagged(['tag', 'Berlin, Mitte'], ['tags', 'walk'])).toEqual([comma]);
    expect(await tagged(['tag', 'Mitte'], ['tags', 'walk,Berlin'])).toEqual([]);
    expect(await tagged(['tag', 'Berlin, Mitte'], ['tags', 'Mitte'], ['tagsMode', 'any'])).toEqual([comma, parted]);
    expect(await tagged(['tag', 'Berlin, Mitte'], ['tag', composed], ['tagsMode', 'any'])).toEqual([comma, cafe]);
    expect(await tagged(['tags', 'Berlin,Mitte'])).toEqual([parted]);
    expect(await tagged(...Array.from({ length: 50 }, (): [string, string] => ['tag', 'walk']))).toEqual([comma, cafe]);
  });

  it('go on by cursor with the same tags', async () => {
    const page = ['fields', 'tags'] as [string, string];
    const first = await own.api.get(`${MEMORIES}?${of(page, ['limit', '1'], ['order', 'asc'], ['tag', 'walk'])}`);
    const cursor = first.body.data.pagination.nextCursor as string;
    const next = await own.api.get(`${MEMORIES}?${of(page, ['limit', '1'], ['cursor', cursor], ['tag', 'walk'])}`);
    expect([first, next].map(({ body }) => body.data.memories[0].tags)).toEqual([
      ['Berlin, Mitte', 'walk'],
      ['walk', composed],
    ]);
    expect(next.body.data.pagination).toMatchObject({ total: 2, hasNext: false });
  });

  it('know one spelling, NFC, whatever was sent, and count it once', async () => {
    const tags = [decomposed, 'x', composed, 'e\u0301'.repeat(64)];
    const created = await create(tags);
    const kept = [composed, 'x', '\u00e9'.repeat(64)];
    expect([created.status, created.body.data.tags]).toEqual([201, kept]);
    const path = `${MEMORIES}/${created.body.data.id as string}`;
    for (const spelling of [composed, decomposed]) {
      expect(await tagged(['tag', spelling], ['tags', 'x'])).toEqual([kept]);
      expect(await tagged(['tags', `${spelling},x`])).toEqual([kept]);
      const search = { query: 'coffee house', tags: ['x', spelling], tenantId: own.tenantId };
      const found = await own.api.post(`${MEMORIES}/search`, search);
      expect(found.body.data.results).toMatchObject([{ id: created.body.data.id }]);
    }
    const patched = await own.api.patch(path, { tags: ['y', decomposed, composed] });
    expect(patched.body.data.tags).toEqual(['y', composed]);
    const bulk = await own.api.post(`${MEMORIES}/bulk`, {
      tenantId: own.tenantId,
      memories: [{ content: 'x', type: 'task', tags: [decomposed, 'bulk'] }],
    });
    expect(bulk.body.data.created).toBe(1);
    const imported = await own.api.send('POST', `${MEMORIES}/import?tenantId=${own.tenantId}`, {
      rawBody: JSON.stringify({ content: 'x', type: 'task', tags: [decomposed, 'import'] }),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(imported.body.data.created).toBe(1);
    for (const way of ['bulk', 'import'])
      expect(await tagged(['tag', composed], ['tags', way])).toEqual([[composed, way]]);
    const { used } = (await own.api.get(`/api/v1/usage/metrics/${own.tenantId}`)).body.data.storage as {
      used: number;
    };
    const records = (await own.api.get(`${MEMORIES}/export?tenantId=${own.tenantId}`)).text.trim().split('\n');
    const bytes = records.map((line) => {
      const { content, tags: stored, metadata } = JSON.parse(line) as Record<string, unknown>;
      return Buffer.byteLength(`${String(content)}${(stored as string[]).join('')}${JSON.stringify(metadata)}`);
    });
    expect(used).toBe(bytes.reduce((sum, each) => sum + each));
  });

  it('find a text in either spelling of the query', async () => {
    await own.api.post(MEMORIES, {
      content: 'A jalapen\u0303o, \u0456\u0308жак and a vin\u0303a',
      type: 'task',
      tenantId: own.tenantId,
    });
    const search = async (query: string): Promise<unknown[]> => {
      const { body } = await own.api.post(`${MEMORIES}/search`, { query, tenantId: own.tenantId });
      return body.data.results as unknown[];
    };
    for (const query of ['about café', 'jalapeño', 'їжак', 'Viña']) {
      const results = await search(query.normalize('NFC'));
      expect(results.length).toBeGreaterThan(0);
      expect(await search(query.normalize('NFD'))).toEqual(results);
    }
  });
});
