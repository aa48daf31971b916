import type { TenantId } from '@mneme/platform/ids';
import type { IndexedMemory, VectorFilter, VectorIndex, VectorQuery } from '@mneme/retrieval';
import { sampleMemory, samplePoint, sampleQuery } from '../../support/vectors/vector-samples.js';

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));
const TERM = { 1: 1 };
const [PAST, FUTURE] = [new Date(0), new Date(Date.UTC(2100, 0, 1))];

/** What an index leaves out of a search, in either channel. @param opened the index of a test, and a tenant without memories */
export function filtersSearches(opened: () => { index: VectorIndex; tenant: TenantId }): void {
  /** Ids that each of the channels finds, and both together. */
  const found = async (filter: VectorFilter, changes: Partial<VectorQuery> = {}): Promise<string[]> => {
    const { index, tenant } = opened();
    const asked: [Partial<VectorQuery>, Record<number, number>][] = [
      [{}, {}],
      [{ vector: undefined }, TERM],
      [{}, TERM],
    ];
    const each: string[][] = [];
    for (const [channel, weights] of asked) {
      const hits = await index.search(tenant, sampleQuery({ ...changes, ...channel, filter }, weights));
      each.push(hits.map(({ memoryId }) => memoryId).sort());
    }
    const [near = [], covering, both] = each;
    expect([covering, both]).toEqual([near, near]);
    return near;
  };
  const store = async (...memories: IndexedMemory[]): Promise<void> => {
    const { index, tenant } = opened();
    await index.upsert(tenant, memories);
  };
  /** @returns which of the stored memories a filter leaves, by their letters */
  const storeNamed = async (given: Readonly<Record<string, Partial<IndexedMemory>>>) => {
    const named = Object.entries(given).map(
      ([name, changes]) => [name, sampleMemory({ points: [samplePoint(0.5, [1])], ...changes })] as const,
    );
    await store(...named.map(([, memory]) => memory));
    return async (filter: VectorFilter): Promise<string> => {
      const ids = await found(filter);
      const left = named.filter(([, { memoryId }]) => ids.includes(memoryId));
      return left.map(([name]) => name).join('');
    };
  };

  describe('filters', () => {
    it('by type, tags and creation', async () => {
      const kept = await storeNamed({
        a: { type: 'episodic', tags: ['x', 'y'], createdAt: day(1) },
        b: { tags: ['x'], createdAt: day(2) },
        c: { tags: ['z'], createdAt: day(3) },
      });
      expect(await kept({ type: 'episodic' })).toBe('a');
      expect(await kept({ type: 'missing' })).toBe('');
      expect(await kept({ tags: ['x', 'y'] })).toBe('a');
      expect(await kept({ tags: ['y', 'z'], tagsMode: 'any' })).toBe('ac');
      expect(await kept({ tags: [] })).toBe('abc');
      expect(await kept({ createdFrom: day(2) })).toBe('bc');
      expect(await kept({ createdTo: day(2) })).toBe('ab');
      expect(await kept({ type: 'semantic', tags: ['x'], createdFrom: day(2), createdTo: day(2) })).toBe('b');
    });

    it('by attributes: one of each group', async () => {
      const kept = await storeNamed({
        a: { attributes: ['userId=anna', 'place=ålesund "quay", {1}'] },
        b: { attributes: ['userId=bob', 'place=oslo'] },
        c: { attributes: ['userId=anna', 'place=oslo'] },
        d: { attributes: [] },
      });
      expect(await kept({ attributes: [['userId=anna']] })).toBe('ac');
      expect(await kept({ attributes: [['userId=anna', 'userId=bob', 'userId=carl']] })).toBe('abc');
      expect(await kept({ attributes: [['userId=anna'], ['place=oslo']] })).toBe('c');
      expect(
        await kept({
          attributes: [
            ['userId=bob', 'place=ålesund "quay", {1}'],
            ['place=oslo', 'userId=anna'],
          ],
        }),
      ).toBe('ab');
      expect(await kept({ attributes: [['userId=bob'], ['userId=anna']] })).toBe('');
      expect(await kept({ attributes: [['userId=ann', 'serId=anna', 'USERID=anna', 'anna', '']] })).toBe('');
      expect(await kept({ attributes: [] })).toBe('abcd');
    });

    it('by the event time, bounds included', async () => {
      const kept = await storeNamed({
        a: { occurredAt: day(1) },
        b: { occurredAt: new Date('2026-01-02T12:00:00.123Z') },
        c: { occurredAt: new Date('1066-10-14T00:00:00Z') },
      });
      const [moment, next] = [new Date('2026-01-02T12:00:00.123Z'), new Date('2026-01-02T12:00:00.124Z')];
      expect(await kept({ occurredFrom: day(1) })).toBe('ab');
      expect(await kept({ occurredTo: day(1) })).toBe('ac');
      expect(await kept({ occurredFrom: moment, occurredTo: moment })).toBe('b');
      expect(await kept({ occurredFrom: next })).toBe('');
      expect(await kept({ occurredFrom: day(1), occurredTo: next, createdFrom: day(2) })).toBe('');
    });

    it('by attributes together with type, tags and dates', async () => {
      const all = { type: 'episodic', tags: ['x'], attributes: ['userId=anna'], createdAt: day(3), occurredAt: day(1) };
      const kept = await storeNamed({
        a: all,
        b: { ...all, type: 'semantic' },
        c: { ...all, tags: ['y'] },
        d: { ...all, attributes: ['userId=bob'] },
        e: { ...all, createdAt: day(4) },
        f: { ...all, occurredAt: day(2) },
      });
      const filter = {
        type: 'episodic',
        tags: ['x'],
        attributes: [['userId=anna']],
        createdTo: day(3),
        occurredTo: day(1),
      };
      expect(await kept(filter)).toBe('a');
      expect(await kept({ ...filter, tags: ['x', 'y'], tagsMode: 'any' })).toBe('ac');
      expect(await kept({ ...filter, attributes: [['userId=anna', 'userId=bob']] })).toBe('ad');
    });

    it('by what the latest version of a memory says', async () => {
      const memory = sampleMemory({ points: [samplePoint(0.5, [1])], attributes: ['a=1'], expiresAt: PAST });
      await store(memory);
      await store({ ...memory, version: 2, attributes: ['a=2'], occurredAt: day(9), expiresAt: null });
      expect(await found({ attributes: [['a=2']], occurredFrom: day(9) })).toEqual([memory.memoryId]);
      expect(await found({ attributes: [['a=1']] })).toEqual([]);
    });

    it('every passage of a memory', async () => {
      const points = Array.from({ length: 5 }, (_, i) => samplePoint(i / 10, [1], i));
      const memory = sampleMemory({ points, attributes: ['userId=anna'] });
      const beside = sampleMemory({ points, attributes: ['userId=bob'] });
      await store(memory, beside, sampleMemory({ points, attributes: ['userId=anna'], expiresAt: PAST }));
      expect(await found({ attributes: [['userId=anna']] })).toEqual([memory.memoryId]);
    });

    it('never so that others keep any of the ten of one user among 2,000 from being found', async () => {
      const others = Array.from({ length: 1_990 }, (_, i) =>
        sampleMemory({ attributes: [`userId=user${i % 40}`], points: [samplePoint(0.9, [1, 2])] }),
      );
      const hers = Array.from({ length: 10 }, () =>
        sampleMemory({ attributes: ['mood=calm', 'userId=anna'], points: [samplePoint(-0.2, [1])] }),
      );
      await store(...others.slice(0, 1_000), ...hers, ...others.slice(1_000));
      const ids = hers.map(({ memoryId }) => memoryId).sort();
      expect(await found({ attributes: [['userId=anna']] }, { candidates: 10 })).toEqual(ids);
    });
  });

  describe('expiry', () => {
    it('leaves out what has expired, and nothing else', async () => {
      const kept = await storeNamed({ a: { expiresAt: PAST }, b: { expiresAt: FUTURE }, c: { expiresAt: null } });
      expect(await kept({})).toBe('bc');
      expect(await kept({ type: 'semantic' })).toBe('bc');
    });

    it('leaves room for the five that live among 200 that do not', async () => {
      const gone = Array.from({ length: 200 }, () =>
        sampleMemory({ points: [samplePoint(0.9, [1, 2])], expiresAt: PAST }),
      );
      const live = Array.from({ length: 5 }, (_, i) =>
        sampleMemory({ points: [samplePoint(0.1, [1])], expiresAt: i % 2 === 0 ? null : FUTURE }),
      );
      await store(...gone.slice(0, 100), ...live, ...gone.slice(100));
      const ids = live.map(({ memoryId }) => memoryId).sort();
      expect(await found({}, { candidates: 5 })).toEqual(ids);
      expect(await found({ createdFrom: PAST }, { candidates: 5 })).toEqual(ids);
    });
  });
}
