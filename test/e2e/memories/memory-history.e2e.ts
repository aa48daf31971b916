import { randomUUID } from 'node:crypto';
import { MemoriesClient } from '../../support/client/memories-client.js';
import { Api, newKey, type ApiResponse } from '../../support/service/api.js';

interface Version {
  readonly version: number;
  readonly content: string;
  readonly importance: number;
  readonly tags: string[];
  readonly metadata: Record<string, unknown>;
  readonly expiresAt?: string;
  readonly updatedAt: string;
  readonly writtenBy: { readonly type: string; readonly id: string } | null;
  readonly changed?: string[];
}

/** So many earlier versions are kept. */
const KEPT = 30;
const FAR = '2100-01-01T00:00:00.000Z';
const FIELDS = ['content', 'importance', 'tags', 'metadata', 'expiresAt'] as const;

describe('the history of a memory', () => {
  let memories: MemoriesClient;
  beforeEach(async () => {
    memories = await MemoriesClient.ofNewTenant();
  });
  const versionsOf = async (id: string, query = ''): Promise<Version[]> => {
    const { status, body } = await memories.history(id, query);
    expect(status).toBe(200);
    return body.data.versions as Version[];
  };
  const etag = ({ headers }: ApiResponse): string | null => headers.get('etag');
  const changes = (versions: readonly Version[]): unknown[] =>
    versions.map(({ version, changed }) => [version, changed]);

  it('has what it is now and everything that it was, newest first', async () => {
    const first = { content: 'one', importance: 0.2, tags: ['a'], metadata: { b: 1, a: 2 } };
    const id = await memories.created(first);
    const patches: Record<string, unknown>[] = [
      { content: 'two' },
      { importance: 0.3 },
      { tags: ['b', 'a'] },
      { metadata: { a: 2, b: 1 } },
      { expiresAt: FAR },
      { content: 'three', importance: 0.4, tags: [], metadata: {}, expiresAt: null },
    ];
    const seen: Record<string, unknown>[] = [{ ...first, expiresAt: undefined }];
    const answers = [await memories.get(id)];
    for (const patch of patches) {
      answers.unshift(await memories.patch(id, patch));
      seen.unshift({ ...seen[0], ...patch, ...(patch['expiresAt'] === null ? { expiresAt: undefined } : {}) });
    }
    const versions = await versionsOf(id);
    expect(changes(versions)).toEqual([
      [7, [...FIELDS]],
      [6, ['expiresAt']],
      [5, ['metadata']],
      [4, ['tags']],
      [3, ['importance']],
      [2, ['content']],
      [1, []],
    ]);
    const asSeen = versions.map((version) => Object.fromEntries(FIELDS.map((field) => [field, version[field]])));
    expect(asSeen).toEqual(seen);
    expect(versions.map(({ updatedAt }) => updatedAt)).toEqual(
      answers.map(({ body }) => body.data.updatedAt as string),
    );
    expect(JSON.stringify(versions[3]!.metadata)).toBe('{"b":1,"a":2}');
    for (const [i, answer] of answers.entries()) {
      const version = 7 - i;
      const then = await memories.get(id, `version=${version}`);
      expect([then.status, etag(then), then.body.data]).toEqual([200, `"v${version}"`, answer.body.data]);
    }
  });

  it('is of one version at first', async () => {
    const id = await memories.created({ content: 'one' });
    const { body } = await memories.history(id);
    const { updatedAt } = (await memories.get(id)).body.data;
    const writtenBy = { type: 'user', id: memories.tenant.tenantId };
    const version = { version: 1, content: 'one', importance: 0.5, tags: [], metadata: {}, updatedAt, writtenBy };
    expect(body.data).toEqual({ versions: [{ ...version, changed: [] }], nextCursor: null });
  });

  it('knows who has written what', async () => {
    const { api, tenantId } = memories.tenant;
    const made = await api.post('/api/v1/api-keys', { name: randomUUID(), tenantId });
    const key = new Api(api.url, made.body.data.plainKey as string);
    const service = new Api(api.url, (await key.get('/auth/clerk-token')).body.data.token as string);
    const id = await memories.created({ content: 'by a user' });
    await new MemoriesClient(memories.tenant, key).patch(id, { content: 'by a key' });
    await new MemoriesClient(memories.tenant, service).patch(id, { content: 'by a service' });
    await memories.patch(id, { content: 'by a user again' });
    expect((await versionsOf(id)).map(({ content, writtenBy }) => [content, writtenBy])).toEqual([
      ['by a user again', { type: 'user', id: tenantId }],
      ['by a service', { type: 'service', id: made.body.data.id }],
      ['by a key', { type: 'apiKey', id: made.body.data.id }],
      ['by a user', { type: 'user', id: tenantId }],
    ]);
  });

  it('grows by nothing that changes nothing', async () => {
    const fields = { content: 'x', importance: 0.5, tags: ['caf\u00e9', 'b'], metadata: { a: 1 }, expiresAt: FAR };
    const id = await memories.created(fields);
    const before = (await memories.get(id)).body.data;
    const patches = [
      {},
      fields,
      { content: 'x' },
      { tags: ['cafe\u0301', 'b'] },
      { tags: ['caf\u00e9', 'b', 'cafe\u0301', 'b'] },
      { metadata: { a: 1 } },
      { expiresAt: '2100-01-01' },
      { expiresAt: Date.parse(FAR) / 1_000 },
    ];
    for (const patch of patches) {
      const { status, headers, body } = await memories.patch(id, patch);
      expect([patch, status, headers.get('etag'), body.data]).toEqual([patch, 200, '"v1"', before]);
    }
    expect(await versionsOf(id)).toHaveLength(1);
    for (const patch of [{ tags: ['b', 'caf\u00e9'] }, { content: 'X' }, { expiresAt: null }]) {
      await memories.patch(id, patch);
    }
    expect(await versionsOf(id)).toHaveLength(4);
  });

  it('is kept of what is replaced, one by one and in bulk', async () => {
    const { id } = (await memories.put('a', { content: 'one', tags: ['t'] })).body.data;
    await memories.put('a', { content: 'two', tags: ['t'] });
    const item = { content: 'three', type: 'semantic', externalId: 'a', tags: ['t'] };
    await memories.bulk([{ ...item, content: 'between' }, item], { onConflict: 'replace' });
    await memories.import([{ ...item, importance: 0.9, tags: [] }], 'onConflict=replace');
    expect(changes(await versionsOf(id))).toEqual([
      [4, ['importance', 'tags']],
      [3, ['content']],
      [2, ['content']],
      [1, []],
    ]);
    expect((await memories.get(id, 'version=2')).body.data).toMatchObject({ content: 'two', externalId: 'a' });
  });

  it('is complete up to its bound where eight change the memory at once', async () => {
    const id = await memories.created({ content: 'start', metadata: { turn: -1 } });
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let turn = 0; turn < 13; turn++) {
        const patch = [
          { content: `${writer} ${turn}` },
          { importance: (writer * 13 + turn) / 104 },
          { tags: [`${writer} ${turn}`] },
        ];
        const { status } = await memories.patch(id, { ...patch[turn % 3], metadata: { writer, turn } });
        expect(status).toBe(200);
      }
    });
    await Promise.all(writers);
    const versions = await versionsOf(id, 'limit=100');
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: KEPT + 1 }, (_, i) => 105 - i));
    for (const [i, version] of versions.entries()) {
      const before = versions[i + 1];
      const differ = FIELDS.filter((field) => JSON.stringify(version[field]) !== JSON.stringify(before?.[field]));
      expect(version.changed).toEqual(before === undefined ? undefined : differ);
      if (before !== undefined) expect(Date.parse(version.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    }
    const present = (await memories.get(id)).body.data;
    expect(present).toMatchObject({ content: versions[0]!.content, metadata: versions[0]!.metadata });
    expect((await memories.get(id, `version=${105 - KEPT}`)).status).toBe(200);
    expect((await memories.get(id, `version=${105 - KEPT - 1}`)).status).toBe(404);
    expect((await memories.get(id, 'version=1')).status).toBe(404);
  });

  it('comes in pages, also while the memory is changed', async () => {
    const id = await memories.created({ content: '1' });
    for (let i = 2; i <= 10; i++) await memories.patch(id, { content: String(i) });
    const pages: Version[][] = [];
    let cursor: string | null = null;
    do {
      const { body } = await memories.history(id, `limit=4${cursor === null ? '' : `&cursor=${cursor}`}`);
      pages.push(body.data.versions as Version[]);
      cursor = body.data.nextCursor as string | null;
      await memories.patch(id, { importance: pages.length / 10 });
    } while (cursor !== null);
    expect(pages.map((page) => page.map(({ content }) => Number(content)))).toEqual([
      [10, 9, 8, 7],
      [6, 5, 4, 3],
      [2, 1],
    ]);
    expect(pages.flat().map(({ changed }) => changed)).toEqual([...Array<string[]>(9).fill(['content']), []]);
    const exact = await memories.history(id, 'limit=13');
    expect([exact.body.data.versions.length, exact.body.data.nextCursor]).toEqual([13, null]);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=', 'sort=version', 'cursor=WzBd', 'cursor=WyJhIl0'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await memories.history(await memories.created({}), query);
      expect([status, body.errors[0]?.field]).toEqual([400, query.split('=')[0]]);
    },
  );

  it.each(['0', '-1', '1.5', 'x', '', '2147483648', '1&version=2'])('has no version %s', async (version) => {
    const { status, body } = await memories.get(await memories.created({}), `version=${version}`);
    expect([status, body.errors[0]?.field]).toEqual([400, 'version']);
  });

  it('is gone with the memory, and another one with its external id begins its own', async () => {
    const { id } = (await memories.put('a', { content: 'one' })).body.data;
    await memories.put('a', { content: 'two' });
    expect((await memories.get(id, 'version=3')).status).toBe(404);
    await memories.remove(id);
    expect([(await memories.history(id)).status, (await memories.get(id, 'version=1')).status]).toEqual([404, 404]);
    const next = (await memories.put('a', { content: 'three' })).body.data.id as string;
    expect(changes(await versionsOf(next))).toEqual([[1, []]]);
  });

  it('is for those who may read the memory', async () => {
    const id = await memories.created({});
    await memories.patch(id, { content: 'secret' });
    const other = await MemoriesClient.ofNewTenant();
    expect([(await other.history(id)).status, (await other.get(id, 'version=1')).status]).toEqual([404, 404]);
    const writer = new MemoriesClient(memories.tenant, await newKey(memories.tenant, ['write:memories']));
    expect((await writer.history(id)).status).toBe(403);
    const unknown = ['mem_01h455vb4pex5vsknk084sn02q', 'mem_x', 'x', ' '];
    for (const name of unknown) expect((await memories.history(name)).status).toBe(404);
  });
});
