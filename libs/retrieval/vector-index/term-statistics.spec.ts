import type { TenantId } from '@mneme/platform/ids';
import { MemoryVectorIndex } from '../../../test/support/vectors/memory-vector-index.js';
import { newTenant, sampleMemory, samplePoint } from '../../../test/support/vectors/vector-samples.js';
import { TermStatistics } from './term-statistics.js';

/** As an index may that looks at a few hundred points that hold any of the terms. */
class ShortSightedIndex extends MemoryVectorIndex {
  override async heldTerms(tenantId: TenantId, terms: readonly number[]): Promise<number[]> {
    return (await super.heldTerms(tenantId, terms)).slice(0, 1);
  }
}

describe('TermStatistics', () => {
  let tenant: TenantId;
  let index: MemoryVectorIndex;
  let statistics: TermStatistics;
  const store = (...terms: number[][]): Promise<void> =>
    index.upsert(
      tenant,
      terms.map((each) => sampleMemory({ points: [samplePoint(0.1, each)] })),
    );
  const frequencies = async (terms: readonly number[]): Promise<[number, number][]> => [
    ...(await statistics.frequencies(tenant, terms)).frequencies,
  ];
  beforeEach(() => {
    tenant = newTenant();
    index = new ShortSightedIndex();
    statistics = new TermStatistics(index);
  });

  it('asks the index once, and again for what it does not know or when the tenant has grown', async () => {
    const asked = jest.spyOn(index, 'termFrequencies');
    await store(...Array.from({ length: 20 }, () => [1, 2, 3]));
    await statistics.frequencies(tenant, [1, 2]);
    await statistics.frequencies(tenant, [2, 1]);
    await statistics.frequencies(tenant, [2, 3]);
    statistics.grown(tenant, 2);
    await statistics.frequencies(tenant, [1]);
    statistics.grown(tenant, 1);
    expect((await statistics.frequencies(tenant, [1])).points).toBe(20);
    expect(asked.mock.calls.map(([, terms]) => terms)).toEqual([[1, 2], [3], [1]]);
  });

  it('asks again once a second while the tenant changes, so that a store at rest has exact numbers', async () => {
    let now = 0;
    statistics = new TermStatistics(index, () => now);
    await store(...Array.from({ length: 40 }, () => [1]));
    expect((await statistics.frequencies(tenant, [1])).points).toBe(40);
    await store([1]);
    statistics.grown(tenant, 1);
    now = 999;
    expect((await statistics.frequencies(tenant, [1])).points).toBe(40);
    now = 1_000;
    expect(await statistics.frequencies(tenant, [1])).toMatchObject({ points: 41 });
    expect(await frequencies([1])).toEqual([[1, 41]]);
  });

  it('keeps large numbers until a thousandth may have changed: to count them takes as long as they are large', async () => {
    let now = 0;
    statistics = new TermStatistics(index, () => now);
    const count = (term: number): [number, number] => [term, term === 1 ? 5_000 : 40];
    const asked = jest
      .spyOn(index, 'termFrequencies')
      .mockImplementation((_, terms) => Promise.resolve(new Map(terms.map(count))));
    const points = jest.spyOn(index, 'countPoints').mockResolvedValue(8_000);
    const searchAfter = async (written: number): Promise<void> => {
      statistics.grown(tenant, written);
      now += 1_000;
      await statistics.frequencies(tenant, [1, 2]);
    };
    for (const written of [0, 3, 2, 1, 0, 5]) await searchAfter(written);
    expect(asked.mock.calls.map(([, terms]) => terms)).toEqual([[1, 2], [2], [2], [1, 2], [2]]);
    expect(points).toHaveBeenCalledTimes(2);
  });

  it('does not take a term for absent that was stored since, by whichever process', async () => {
    await store([1], [1], [1]);
    const before = [
      [1, 3],
      [2, 0],
      [3, 0],
      [4, 0],
    ];
    expect(await frequencies([1, 2, 3, 4])).toEqual(before);
    expect(await frequencies([1, 2, 3, 4])).toEqual(before);
    await store([2], [2, 3], [1]);
    expect(await frequencies([1, 2, 3, 4])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
      [4, 0],
    ]);
  });

  it('counts 200 terms at most, and takes the others for as common as the middle one of those that are held', async () => {
    const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1);
    await store(upTo(300), upTo(10), upTo(3));
    const asked = jest.spyOn(index, 'termFrequencies');
    const expected = upTo(600).map((term) => [
      term,
      term > 200 ? 1 : [3, 10, 200].filter((last) => term <= last).length,
    ]);
    for (let i = 0; i < 2; i++) expect(await frequencies(upTo(600))).toEqual(expected);
    expect(asked.mock.calls.map(([, terms]) => terms)).toEqual([upTo(200)]);
    const held = [1, 2, 3, 4, 5];
    const absent = upTo(400).map((term) => 1_000 + term);
    expect(await frequencies([...held, ...absent])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
      [4, 2],
      [5, 2],
      ...absent.slice(0, 195).map((term) => [term, 0]),
      ...absent.slice(195).map((term) => [term, 3]),
    ]);
    expect((await frequencies(absent)).slice(199, 201)).toEqual([
      [1_200, 0],
      [1_201, 1],
    ]);
  });
});
