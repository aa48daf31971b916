import { MemoriesClient, type Filter } from '../../support/client/memories-client.js';

/** Content, what the metadata says, and the moment that it means. */
const TIMES: readonly (readonly [string, unknown, string])[] = [
  ['day', '2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['moment', '2026-03-01T09:30:00.250Z', '2026-03-01T09:30:00.250Z'],
  ['zone', '2026-03-01T23:30:00-02:00', '2026-03-02T01:30:00.000Z'],
  ['seconds', 1_772_500_000, '2026-03-03T01:06:40.000Z'],
  ['milliseconds', 1_772_600_000_123, '2026-03-04T04:53:20.123Z'],
  ['mail', 'Thu, 05 Mar 2026 10:00:00 +0100', '2026-03-05T09:00:00.000Z'],
  ['old', '0100-01-01T00:00:00Z', '0100-01-01T00:00:00.000Z'],
  ['far', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
];
/** Of those that say nothing about when they happened. */
const CREATED = '2026-03-06T12:00:00.000Z';

describe('a filter by event time', () => {
  let memories: MemoriesClient;
  beforeAll(async () => {
    memories = await MemoriesClient.ofNewTenant();
    for (const [content, occurredAt] of TIMES) {
      await memories.created({ content, metadata: { occurredAt }, createdAt: CREATED });
    }
    await memories.created({ content: 'unsaid', createdAt: CREATED });
    await memories.created({ content: 'null', metadata: { occurredAt: null }, createdAt: CREATED });
  });

  it.each(TIMES)('knows the moment of %s, to the millisecond', async (content, _, moment) => {
    expect(await memories.meant({ occurredFrom: moment, occurredTo: moment })).toEqual([content]);
  });

  it.each<[Filter, string[]]>([
    [{ occurredFrom: '2026-03-01', occurredTo: '2026-03-01' }, ['day', 'moment']],
    [{ occurredFrom: '2026-03-02', occurredTo: '2026-03-02' }, ['zone']],
    [{ occurredFrom: '2026-03-01T09:30:00.251Z', occurredTo: '2026-03-04' }, ['milliseconds', 'seconds', 'zone']],
    [{ occurredFrom: '2026-03-01T10:30:00.250+01:00', occurredTo: '2026-03-01T12:00:00Z' }, ['moment']],
    [{ occurredTo: '2026-02-28' }, ['old']],
    [{ occurredFrom: '2026-03-07' }, ['far']],
    [{ occurredFrom: CREATED, occurredTo: CREATED }, ['null', 'unsaid']],
    [{ occurredFrom: '2026-03-06', createdTo: '2026-03-06' }, ['far', 'null', 'unsaid']],
    [{ occurredTo: '2026-03-05', createdFrom: '2026-03-07' }, []],
    [{ occurredFrom: '2026-03-05', occurredTo: '2026-03-05', metadata: { occurredAt: TIMES[5]![1] } }, ['mail']],
    [{ createdFrom: '2026-03-06', createdTo: '2026-03-06', occurredTo: '2026-03-01' }, ['day', 'moment', 'old']],
  ])('%j means %j', async (filter, expected) => {
    expect(await memories.meant(filter)).toEqual(expected);
  });

  it('follows what the metadata says', async () => {
    const own = await MemoriesClient.ofNewTenant();
    const id = await own.created({ content: 'moving', metadata: { occurredAt: '2020-01-01' }, createdAt: CREATED });
    const year = (each: number): Promise<string[]> =>
      own.meant({ occurredFrom: `${each}-01-01`, occurredTo: `${each}-12-31` });
    await own.patch(id, { metadata: { occurredAt: '2021-06-01' } });
    expect([await year(2020), await year(2021), await year(2026)]).toEqual([[], ['moving'], []]);
    await own.patch(id, { metadata: {} });
    expect([await year(2021), await year(2026)]).toEqual([[], ['moving']]);
  });

  it.each<[Filter, string]>([
    [{ occurredFrom: '2026-03-02', occurredTo: '2026-03-01' }, 'occurredFrom'],
    [{ occurredFrom: '2026-03-01T10:00:00.001Z', occurredTo: '2026-03-01T10:00:00Z' }, 'occurredFrom'],
    [{ occurredFrom: 'yesterday' }, 'occurredFrom'],
    [{ occurredTo: '2026-02-30' }, 'occurredTo'],
    [{ occurredTo: '' }, 'occurredTo'],
    [{ occurredFrom: '2026-03-01T10:00:00' }, 'occurredFrom'],
  ])('%j is refused', async (filter, field) => {
    const query = new URLSearchParams(filter as Record<string, string>).toString();
    const answers = [memories.list(query), memories.count(query), memories.export(query), memories.search(filter)];
    for (const { status, body } of await Promise.all(answers)) {
      expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
    }
  });
});

describe('when a memory was created', () => {
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

  it('may be said where it was earlier, and lists and searches go by it', async () => {
    const memories = await MemoriesClient.ofNewTenant();
    await memories.created({ content: 'now' });
    await memories.created({ content: 'second', createdAt: '2020-05-01T12:00:00+02:00' });
    const bulk = await memories.bulk([
      { content: 'first', type: 'task', createdAt: '2020-05-01' },
      { content: 'third', type: 'task', createdAt: '2020-05-02T00:00:00.000Z' },
    ]);
    expect(bulk.body.data).toMatchObject({ created: 2 });
    await memories.put('fourth', { content: 'fourth', createdAt: '2020-06-01' });
    const { body } = await memories.list('order=asc&fields=updatedAt');
    expect(body.data.memories.map(({ content }: { content: string }) => content)).toEqual([
      'first',
      'second',
      'third',
      'fourth',
      'now',
    ]);
    expect(body.data.memories[1]).toMatchObject({
      createdAt: '2020-05-01T10:00:00.000Z',
      updatedAt: '2020-05-01T10:00:00.000Z',
    });
    expect(await memories.meant({ createdFrom: '2020-05-01', createdTo: '2020-05-01' })).toEqual(['first', 'second']);
    expect(await memories.meant({ createdTo: '2020-12-31', type: 'task' })).toEqual(['first', 'third']);
  });

  it('stays where the memory is replaced, and a change is later', async () => {
    const memories = await MemoriesClient.ofNewTenant();
    await memories.put('a', { createdAt: '2020-05-01' });
    const { body } = await memories.put('a', { content: 'other', createdAt: '2021-01-01' });
    expect(body.data).toMatchObject({ content: 'other', createdAt: '2020-05-01T00:00:00.000Z' });
    expect(Date.parse(body.data.updatedAt)).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  it('may be a little ahead, as clocks are', async () => {
    const memories = await MemoriesClient.ofNewTenant();
    const id = await memories.created({ createdAt: inSeconds(30) });
    const { status, body } = await memories.patch(id, { content: 'changed' });
    expect([status, body.data.updatedAt > body.data.createdAt]).toEqual([200, true]);
  });

  it.each([inSeconds(3_600), '9999-01-01', '2020-02-30', 'yesterday', '2020-05-01T10:00:00', '', 1_588_327_200, null])(
    'is not %j',
    async (createdAt) => {
      const memories = await MemoriesClient.ofNewTenant();
      for (const { status, body } of [await memories.create({ createdAt }), await memories.put('a', { createdAt })]) {
        expect([status, body.errors[0]?.code, body.errors[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'createdAt']);
      }
      const { body } = await memories.bulk([{ content: 'x', type: 'task', createdAt }]);
      expect(body.data.results[0]).toMatchObject({ status: 'failed', errors: [{ field: 'createdAt' }] });
      expect(await memories.usage()).toEqual([0, 0]);
    },
  );
});
