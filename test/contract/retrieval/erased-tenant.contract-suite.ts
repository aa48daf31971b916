import type { TenantId } from '@mneme/platform/ids';
import type { IndexedMemory, VectorHit, VectorIndex, VectorQuery } from '@mneme/retrieval';
import { sampleMemory, samplePoint, sampleQuery } from '../../support/vectors/vector-samples.js';

/** What an index leaves of a tenant that is erased. @param opened the index of a test, and a tenant without memories */
export function erasesTenants(opened: () => { index: VectorIndex; tenant: TenantId }): void {
  describe('a tenant that is erased', () => {
    let index: VectorIndex;
    let tenant: TenantId;
    beforeEach(() => {
      ({ index, tenant } = opened());
    });
    const search = (changes: Partial<VectorQuery>, weights: Record<number, number>): Promise<VectorHit[]> =>
      index.search(tenant, sampleQuery(changes, weights));
    const store = async (...memories: IndexedMemory[]): Promise<IndexedMemory[]> => {
      await index.upsert(tenant, memories);
      return memories;
    };
    const erased = async (): Promise<number> => {
      let sum = 0;
      for (let some = 1; some > 0; sum += some) some = await index.erase(tenant);
      return sum;
    };

    it('that has nothing has nothing to erase', async () => {
      expect([await index.countEntries(tenant), await index.erase(tenant)]).toEqual([0, 0]);
    });

    it('can be used again as if it were new: what was removed before may come', async () => {
      const [memory] = await store(sampleMemory({ version: 5, points: [samplePoint(0.3, [7])] }));
      await index.remove(tenant, [memory!.memoryId]);
      await erased();
      await store({ ...memory!, version: 1 });
      expect(await index.count(tenant)).toBe(1);
      expect(await index.termFrequencies(tenant, [7])).toEqual(new Map([[7, 1]]));
    });

    it('leaves nothing, neither points nor marks of removed memories, and takes nothing from others', async () => {
      const long = sampleMemory({ points: Array.from({ length: 5 }, (_, i) => samplePoint(0.4, [7, i], i)) });
      const [gone, late] = [sampleMemory(), sampleMemory()];
      const many = Array.from({ length: 1_100 }, () => sampleMemory({ points: [samplePoint(0.1, [7])] }));
      await store(long, gone, ...many);
      await index.remove(tenant, [gone.memoryId, late.memoryId]);
      // Of a name that begins like it.
      const neighbour = `${tenant}0` as TenantId;
      const other = sampleMemory({ points: [samplePoint(0.2, [7])] });
      await index.upsert(neighbour, [other]);
      await index.remove(neighbour, [gone.memoryId]);
      expect(await index.search(neighbour, sampleQuery({}, { 7: 1 }))).toHaveLength(1);
      const theirs = await index.countEntries(neighbour);
      expect(await search({}, { 7: 1 })).not.toEqual([]);

      const held = await index.countEntries(tenant);
      expect(held).toBeGreaterThan(many.length);
      expect(await erased()).toBeGreaterThanOrEqual(many.length + 1);
      expect([await index.countEntries(tenant), await index.count(tenant), await index.countPoints(tenant)]).toEqual([
        0, 0, 0,
      ]);
      expect(await search({}, { 7: 1 })).toEqual([]);
      expect(await index.heldTerms(tenant, [7])).toEqual([]);
      expect((await index.vectors(tenant, [long.memoryId])).size).toBe(0);
      expect(await index.countEntries(neighbour)).toBe(theirs);
      expect(await index.search(neighbour, sampleQuery({}, { 7: 1 }))).toMatchObject([{ memoryId: other.memoryId }]);
    });
  });
}
