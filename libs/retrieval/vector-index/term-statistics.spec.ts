import type { TenantId } from '@mneme/platform';
import { MemoryVectorIndex } from '../../../test/support/memory-vector-index.js';
import { newTenant, sampleMemory, samplePoint } from '../../../test/support/vector-samples.js';
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
});
