import { MemoriesClient } from '../../support/client/memories-client.js';
import type { ApiResponse } from '../../support/service/api.js';

describe('memories that supersede others', () => {
  let memories: MemoriesClient;
  beforeEach(async () => {
    memories = await MemoriesClient.ofNewTenant();
  });
  const fault = ({ status, body }: ApiResponse): unknown[] => [status, body.errors[0]?.code, body.errors[0]?.field];
  const REFUSED = [400, 'VALIDATION_ERROR', 'metadata.supersedes'];
  const superseding = (supersedes: unknown, more: object = {}): Promise<string> =>
    memories.created({ content: 'newer', ...more, metadata: { supersedes } });
  const successorOf = async (id: string): Promise<unknown> =>
    (await memories.get(id)).body.data.supersededBy as unknown;

  const long = 'L'.repeat(255);
  it.each<[string, (id: string) => unknown, string | undefined]>([
    ['its id', (id) => id, undefined],
    ['its external id', () => 'note-1', 'note-1'],
    ['a list of ids', (id) => [id], undefined],
    ['a list of names', () => ['other', 'note-1', 'other'], 'note-1'],
    ['an external id of 255 characters', () => long, long],
    ['an external id of 255 astral characters', () => '\u{1f600}'.repeat(255), '\u{1f600}'.repeat(255)],
    ['an external id in another spelling than NFC', () => 'cafe\u0301', 'cafe\u0301'],
    ['an external id with a mark at its beginning', () => '\u0338x', '\u0338x'],
    ['an external id with signs', () => "a=b.c'; --", "a=b.c'; --"],
  ])('name them by %s, and every read of the older one says so', async (_, named, externalId = 'older') => {
    await memories.created({ externalId: 'other' });
    const older = (await memories.put(externalId, { content: 'Anna lives in Rome' })).body.data.id as string;
    const newer = await superseding(named(older), { content: 'Anna lives in Oslo' });
    expect(await successorOf(older)).toBe(newer);
    expect((await memories.named(externalId)).body.data.supersededBy).toBe(newer);
    expect((await memories.patch(older, { importance: 0.9 })).body.data.supersededBy).toBe(newer);
    expect((await memories.put(externalId, { content: 'Anna lives in Roma' })).body.data.supersededBy).toBe(newer);
    const { body } = await memories.list('fields=supersededBy&order=asc');
    const listed = body.data.memories.map((each: { id: string; supersededBy: unknown }) => [
      each.id,
      each.supersededBy,
    ]);
    expect(new Map(listed).get(older)).toBe(newer);
    expect(new Map(listed).get(newer)).toBeNull();
    expect((await memories.list()).body.data.memories[0]).not.toHaveProperty('supersededBy');
    const found = await memories.search({ query: 'Where does Anna live? Roma?' });
    const results = found.body.data.results.map((each: { id: string; supersededBy?: string }) => [
      each.id,
      each.supersededBy,
    ]);
    expect(results.slice(0, 2)).toEqual([
      [newer, undefined],
      [older, newer],
    ]);
    await memories.remove(newer);
    expect(await successorOf(older)).toBeUndefined();
  });

  it('are shown by the latest of them, and one before it where that is gone', async () => {
    const older = await memories.created({ content: 'older' });
    const first = await superseding(older, { createdAt: '2026-01-02' });
    const latest = await superseding([older, first], { createdAt: '2026-01-03' });
    const early = await superseding(older, { createdAt: '2026-01-01' });
    expect(await successorOf(older)).toBe(latest);
    expect(await successorOf(first)).toBe(latest);
    expect(await successorOf(early)).toBeUndefined();
    await memories.remove(latest);
    expect([await successorOf(older), await successorOf(first)]).toEqual([first, undefined]);
    await memories.patch(first, { metadata: {} });
    expect(await successorOf(older)).toBe(early);
  });

  it('are found by it behind any number of other values', async () => {
    const older = await memories.created({ externalId: 'older' });
    const others = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i]));
    const newer = await memories.created({ metadata: { ...others, supersedes: older } });
    expect(await successorOf(older)).toBe(newer);
  });

  it('keep the older ones out of a search that wants none, and it is full nevertheless', async () => {
    const items = Array.from({ length: 120 }, (_, i) => ({
      content: `Anna lives in town number ${i}`,
      type: 'semantic',
      externalId: `town ${i}`,
      ...(i < 100
        ? {}
        : { metadata: { supersedes: Array.from({ length: 5 }, (_each, k) => `town ${(i - 100) * 5 + k}`) } }),
    }));
    expect((await memories.bulk(items)).body.data).toMatchObject({ created: 120 });
    for (const limit of [1, 10, 20]) {
      const { body } = await memories.search({ query: 'Where does Anna live?', limit, includeSuperseded: false });
      const names = body.data.results.map(({ content }: { content: string }) => Number(/\d+$/.exec(content)![0]));
      expect(names).toHaveLength(limit);
      expect(body.data.results.every((each: object) => !('supersededBy' in each))).toBe(true);
      expect(names.every((number: number) => number >= 100)).toBe(true);
    }
    const all = await memories.search({ query: 'Where does Anna live?', limit: 100, includeSuperseded: true });
    expect(all.body.data.results).toHaveLength(100);
  });

  it.each<[string, unknown]>([
    ['a number', 5],
    ['true', true],
    ['an object', {}],
    ['a number in a list', ['a', 5]],
    ['null in a list', [null]],
    ['51 names', Array<string>(51).fill('known')],
    ['an unknown id', 'mem_01h455vb4pex5vsknk084sn02q'],
    ['an unknown external id', 'unknown'],
    ['an unknown external id beside a known one', ['known', 'unknown']],
    ['an empty text', ''],
    ['itself', 'itself'],
    ['a text of 10,000 characters', 'x'.repeat(10_000)],
  ])('do not name %s', async (_, supersedes) => {
    await memories.created({ externalId: 'known', content: 'known' });
    const used = await memories.usage();
    const metadata = { supersedes };
    const answers = [
      await memories.create({ externalId: 'itself', metadata }),
      await memories.put('itself', { metadata }),
    ];
    expect(answers.map(fault)).toEqual([REFUSED, REFUSED]);
    const bulk = await memories.bulk([{ content: 'x', type: 'task', externalId: 'itself', metadata }]);
    expect(bulk.body.data.results[0]).toMatchObject({ status: 'failed', errors: [{ field: 'metadata.supersedes' }] });
    expect(await memories.usage()).toEqual(used);
    const { id } = (await memories.put('itself', { content: 'there' })).body.data;
    expect([fault(await memories.patch(id, { metadata })), fault(await memories.put('itself', { metadata }))]).toEqual([
      REFUSED,
      REFUSED,
    ]);
    expect((await memories.get(id)).headers.get('etag')).toBe('"v1"');
  });

  it.each([null, []])('name nobody with %j', async (supersedes) => {
    expect((await memories.create({ metadata: { supersedes } })).status).toBe(201);
  });

  it('are of one tenant', async () => {
    const other = await MemoriesClient.ofNewTenant();
    const theirs = (await other.put('theirs', {})).body.data.id as string;
    for (const supersedes of [theirs, 'theirs', [theirs]]) {
      expect(fault(await memories.create({ metadata: { supersedes } }))).toEqual(REFUSED);
    }
    expect((await other.get(theirs)).body.data).not.toHaveProperty('supersededBy');
  });

  it('go in no circle', async () => {
    const first = await memories.created({ externalId: 'first' });
    const second = await superseding('first', { externalId: 'second' });
    const third = await superseding([second], { externalId: 'third' });
    for (const supersedes of [first, second, third, 'second', ['third'], ['first']]) {
      expect([supersedes, ...fault(await memories.patch(first, { metadata: { supersedes } }))]).toEqual([
        supersedes,
        ...REFUSED,
      ]);
    }
    expect(fault(await memories.put('first', { metadata: { supersedes: 'third' } }))).toEqual(REFUSED);
    const replaced = { content: 'x', type: 'semantic', externalId: 'first', metadata: { supersedes: 'third' } };
    const bulk = await memories.bulk([replaced], { onConflict: 'replace' });
    expect(bulk.body.data).toMatchObject({ failed: 1, replaced: 0 });
    expect((await memories.get(first)).headers.get('etag')).toBe('"v1"');
    expect((await memories.patch(third, { metadata: { supersedes: [first, second] } })).status).toBe(200);
  });

  it('go in no circle within one request', async () => {
    const item = (externalId: string, supersedes: string): object => ({
      content: externalId,
      type: 'task',
      externalId,
      metadata: { supersedes },
    });
    const items = [item('a', 'b'), item('b', 'c'), item('c', 'a'), { content: 'd', type: 'task', externalId: 'd' }];
    const fresh = await memories.bulk(items as Record<string, unknown>[]);
    expect(fresh.body.data).toMatchObject({ created: 1, failed: 3 });
    const right = [item('a', 'b'), item('b', 'c'), { content: 'c', type: 'task', externalId: 'c' }];
    expect((await memories.bulk(right as Record<string, unknown>[])).body.data).toMatchObject({ created: 3 });
    const turned = await memories.bulk([item('c', 'b'), item('b', 'a')] as Record<string, unknown>[], {
      onConflict: 'replace',
    });
    expect(turned.body.data).toMatchObject({ replaced: 0, failed: 2 });
  });

  it('go in no circle where both halves of it come at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await memories.created({}), await memories.created({})];
      const answers = await Promise.all([
        memories.patch(a, { metadata: { supersedes: b } }),
        memories.patch(b, { metadata: { supersedes: a } }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    }
  });

  it('keep the names that they had, whatever becomes of those', async () => {
    const older = await memories.created({});
    const newer = await superseding(older);
    await memories.remove(older);
    expect((await memories.patch(newer, { content: 'changed' })).status).toBe(200);
    expect((await memories.patch(newer, { metadata: { supersedes: [older], more: 1 } })).status).toBe(200);
    expect(fault(await memories.patch(newer, { metadata: { supersedes: [older, 'unknown'] } }))).toEqual(REFUSED);
    expect((await memories.patch(newer, { metadata: {} })).status).toBe(200);
    expect(fault(await memories.patch(newer, { metadata: { supersedes: older } }))).toEqual(REFUSED);
  });

  it('name whatever they name in an import, but nothing that is no name, and not themselves', async () => {
    const record = (externalId: string, supersedes: unknown): Record<string, unknown> => ({
      content: externalId,
      type: 'task',
      externalId,
      metadata: { supersedes },
    });
    const { body } = await memories.import([
      record('newest', 'newer'),
      record('newer', ['oldest', 'mem_01h455vb4pex5vsknk084sn02q']),
      { content: 'oldest', type: 'task', externalId: 'oldest' },
      record('number', 5),
      record('many', Array<string>(51).fill('oldest')),
      record('itself', 'itself'),
      record('left', 'right'),
      record('right', 'left'),
    ]);
    const lines = body.data.errors.map(({ line, field }: { line: number; field: string }) => [line, field]);
    expect([body.data.created, lines]).toEqual([5, [4, 5, 6].map((line) => [line, 'metadata.supersedes'])]);
    const id = async (name: string): Promise<string> => (await memories.named(name)).body.data.id as string;
    expect(await successorOf(await id('oldest'))).toBe(await id('newer'));
    expect(await successorOf(await id('newer'))).toBe(await id('newest'));
    for (const name of ['newer', 'left']) {
      expect((await memories.patch(await id(name), { content: 'changed' })).status).toBe(200);
    }
  });
});
