import { MemoriesClient } from '../../support/client/memories-client.js';
import type { ApiResponse } from '../../support/service/api.js';

interface Stored {
  readonly content: string;
  readonly tags: string[];
  readonly metadata: object;
}

const AT_ONCE = 16;
const COUNTS = { created: 0, replaced: 0, present: 0, failed: 0 };

describe('external ids that are there already', () => {
  let memories: MemoriesClient;
  beforeEach(async () => {
    memories = await MemoriesClient.ofNewTenant();
  });
  const item = (externalId: string | undefined, content: string, more: object = {}): Record<string, unknown> => ({
    content,
    type: 'semantic',
    externalId,
    ...more,
  });
  const contentOf = async (externalId: string): Promise<unknown> =>
    (await memories.named(externalId)).body.data?.content as unknown;
  const resultsOf = ({ body }: ApiResponse): unknown[] =>
    body.data.results.map(({ status, errors }: { status: string; errors?: { code: string; field: string }[] }) =>
      errors === undefined ? status : [errors[0]?.code, errors[0]?.field],
    );
  const countsOf = ({ body }: ApiResponse): unknown => {
    const { created, replaced, present, failed } = body.data;
    return { created, replaced, present, failed };
  };
  /** What the quota must say. */
  const stored = async (): Promise<number[]> => {
    const lines = (await memories.export()).text.split('\n').filter((line) => line !== '');
    const records = lines.map((line) => JSON.parse(line) as Stored);
    const sizes = records.map(({ content, tags, metadata }) =>
      Buffer.byteLength([content, ...tags, JSON.stringify(metadata)].join('')),
    );
    return [records.length, sizes.reduce((sum, size) => sum + size, 0)];
  };

  const taken = ['DUPLICATE_RESOURCE', 'externalId'];
  it.each<[string, unknown[], object, unknown[]]>([
    ['skip', ['present', 'created', 'created', 'present', 'created'], { created: 3, present: 2 }, ['old', 'new', 'b1']],
    ['fail', [taken, 'created', 'created', taken, 'created'], { created: 3, failed: 2 }, ['old', 'new', 'b1']],
    [
      'replace',
      ['replaced', 'created', 'created', 'replaced', 'created'],
      { created: 3, replaced: 2 },
      ['A1', 'new', 'b2'],
    ],
  ])('%s: in a bulk request and in an import', async (onConflict, results, counts, contents) => {
    const items = [item('a', 'A1'), item('n', 'new'), item('b', 'b1'), item('b', 'b2'), item(undefined, 'unnamed')];
    await memories.put('a', { content: 'old', tags: ['t'], metadata: { k: 1 } });
    const bulk = await memories.bulk(items, { onConflict });
    expect([bulk.status, resultsOf(bulk), countsOf(bulk)]).toEqual([200, results, { ...COUNTS, ...counts }]);
    const contentsNow = async (): Promise<unknown[]> => [
      await contentOf('a'),
      await contentOf('n'),
      await contentOf('b'),
    ];
    expect(await contentsNow()).toEqual(contents);
    const ids = bulk.body.data.results.map(({ id }: { id?: string }) => id);
    const { id } = (await memories.named('b')).body.data;
    expect([ids[2], ids[3]]).toEqual([id, onConflict === 'fail' ? undefined : id]);
    expect(await memories.usage()).toEqual(await stored());

    memories = await MemoriesClient.ofNewTenant();
    await memories.put('a', { content: 'old' });
    const imported = await memories.import(items, `onConflict=${onConflict}`);
    expect([imported.status, imported.body.data]).toMatchObject([200, { read: 5, ...COUNTS, ...counts }]);
    const faults = imported.body.data.errors.map(({ line, field }: { line: number; field: string }) => [line, field]);
    expect(faults).toEqual(
      onConflict === 'fail'
        ? [
            [1, 'externalId'],
            [4, 'externalId'],
          ]
        : [],
    );
    expect(await contentsNow()).toEqual(contents);
    expect(await memories.usage()).toEqual(await stored());
  });

  it('are passed over where nothing is said', async () => {
    await memories.put('a', { content: 'old' });
    expect(countsOf(await memories.bulk([item('a', 'new')]))).toEqual({ ...COUNTS, present: 1 });
    expect(countsOf(await memories.import([item('a', 'new')]))).toEqual({ ...COUNTS, present: 1 });
    expect(await contentOf('a')).toBe('old');
  });

  it.each(['merge', '', 'Skip', null, 1])('are an error where onConflict is %j', async (onConflict) => {
    const answers = [
      await memories.bulk([item('a', 'x')], { onConflict }),
      await memories.import([item('a', 'x')], `onConflict=${String(onConflict)}`),
    ];
    for (const { status, body } of answers) expect([status, body.errors[0]?.field]).toEqual([400, 'onConflict']);
    expect(await memories.usage()).toEqual([0, 0]);
  });

  it('are written only where that changes them, whatever came before in the request', async () => {
    await memories.put('a', { content: 'same' });
    const { body } = await memories.bulk([item('a', 'other'), item('a', 'same')], { onConflict: 'replace' });
    expect(body.data).toMatchObject({ replaced: 2, failed: 0 });
    expect((await memories.named('a')).headers.get('etag')).toBe('"v1"');
  });

  it('keep their type, and an item that is wrong says so and no other', async () => {
    await memories.put('a', { content: 'old', type: 'task' });
    const refused = ['VALIDATION_ERROR', 'type'];
    const unknown = ['VALIDATION_ERROR', 'metadata.supersedes'];
    const items = [
      item('a', 'a1'),
      item('a', 'a2', { type: 'task' }),
      item('b', 'b1'),
      item('b', 'b2', { type: 'task' }),
      item('c', 'c1'),
      item('c', 'c2', { metadata: { supersedes: 'nobody' } }),
    ];
    const response = await memories.bulk(items, { onConflict: 'replace' });
    expect(resultsOf(response)).toEqual([refused, 'replaced', 'created', refused, 'created', unknown]);
    expect([await contentOf('a'), await contentOf('b'), await contentOf('c')]).toEqual(['a2', 'b1', 'c1']);
    expect(await memories.usage()).toEqual(await stored());
  });

  it('are there also where what they supersede is gone', async () => {
    const old = await memories.created({ content: 'old' });
    const items = [item('a', 'new', { metadata: { supersedes: old } })];
    await memories.bulk(items);
    await memories.remove(old);
    expect(resultsOf(await memories.bulk(items))).toEqual(['present']);
    expect(resultsOf(await memories.bulk(items, { onConflict: 'replace' }))).toEqual(['replaced']);
  });

  it('are put by many at once: one creates, the others replace', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, i) =>
          memories.put(`round ${round}`, { content: `c${'x'.repeat(i)}`, tags: [`t${i}`], metadata: { i } }),
        ),
      );
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses).toEqual([...Array<number>(AT_ONCE - 1).fill(200), 201]);
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
      const tags = answers.map(({ headers }) => headers.get('etag'));
      expect(new Set(tags).size).toBe(AT_ONCE);
    }
    expect((await memories.count()).body.data).toEqual({ count: 5 });
    expect((await stored())[0]).toBe(5);
    expect(await memories.usage()).toEqual(await stored());
  });

  it('are created by many at once: one does', async () => {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => memories.create({ externalId: 'a', content: `c${i}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(AT_ONCE - 1).fill(409)]);
    expect(await memories.usage()).toEqual(await stored());
  });

  it('are replaced in bulk by many at once, new ones among them, without being in each other’s way', async () => {
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => {
          const known = Array.from({ length: 6 }, (_each, k) => {
            const type = k % 2 === 0 ? 'task' : 'semantic';
            return item(`${(k + i) % 8} ${type}`, `r${round} i${i}`, { type });
          });
          return memories.bulk([...known, item(`new ${round} ${i % 4}`, 'n')], { onConflict: 'replace' });
        }),
      );
      expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(answers.map(() => 200));
      expect(answers.map(({ body }) => body.data.failed as number)).toEqual(answers.map(() => 0));
    }
    expect(await memories.usage()).toEqual(await stored());
  });

  it('are put, changed and deleted at once, and what is kept about them is right', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = (await memories.put('a', { content: 'start' })).body.data;
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, i) => {
          if (i % 3 === 0) return memories.put('a', { content: `put ${'x'.repeat(i)}` });
          return i % 3 === 1 ? memories.removeNamed('a') : memories.patch(id, { content: `patch ${i}` });
        }),
      );
      expect(answers.filter(({ status }) => ![200, 201, 404].includes(status)).map(({ text }) => text)).toEqual([]);
      expect((await memories.count()).body.data.count).toBeLessThan(2);
      expect(await memories.usage()).toEqual(await stored());
      await memories.removeNamed('a');
    }
    expect(await memories.usage()).toEqual([0, 0]);
  });

  it('are answered again where the request is repeated with its Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'one' };
    const first = await memories.create({ externalId: 'a' }, key);
    const again = await memories.create({ externalId: 'a' }, key);
    expect([first.status, again.status, again.body.data.id]).toEqual([201, 201, first.body.data.id]);
    const other = { 'idempotency-key': 'two' };
    expect((await memories.create({ externalId: 'a' }, other)).status).toBe(409);
    expect((await memories.create({ externalId: 'b' }, other)).status).toBe(201);
    const bulk = async (): Promise<ApiResponse> =>
      memories.bulk([item('a', 'new'), item('c', 'new')], { onConflict: 'replace' }, { 'idempotency-key': 'three' });
    const results = [resultsOf(await bulk()), resultsOf(await bulk())];
    expect(results).toEqual([
      ['replaced', 'created'],
      ['replaced', 'created'],
    ]);
    expect((await memories.named('a')).headers.get('etag')).toBe('"v2"');
  });
});
