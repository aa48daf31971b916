import { randomUUID } from 'node:crypto';
import type { TenantId } from '@mneme/platform/ids';
import {
  IndexModelError,
  type IndexedMemory,
  type VectorIndex,
  type VectorQuery,
  type VectorStore,
} from '@mneme/retrieval';
import {
  newTenant,
  sampleMemory,
  sampleModel,
  samplePoint,
  sampleQuery,
} from '../../support/vectors/vector-samples.js';
import { erasesTenants } from './erased-tenant.contract-suite.js';
import { filtersSearches } from './filtered-search.contract-suite.js';
import { agreesWithPlainLoops } from './random-memories.contract-suite.js';

export interface OpenStore {
  readonly store: VectorStore;
  close(): Promise<void>;
}

/** What every VectorStore and its indexes do. Cosines and coverages may differ by float error. */
export function vectorIndexContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`VectorIndex: ${name}`, () => {
    let opened: OpenStore;
    let index: VectorIndex;
    let tenant: TenantId;
    const search = (changes: Partial<VectorQuery> = {}, weights: Record<number, number> = {}) =>
      index.search(tenant, sampleQuery(changes, weights));
    const found = async (changes: Partial<VectorQuery> = {}, weights: Record<number, number> = {}) =>
      (await search(changes, weights)).map(({ memoryId }) => memoryId);
    const store = async (...memories: IndexedMemory[]) => {
      await index.upsert(tenant, memories);
      return memories;
    };

    beforeAll(async () => {
      opened = await open();
      index = await opened.store.open(sampleModel);
    }, 60_000);
    afterAll(() => opened.close());
    beforeEach(() => {
      tenant = newTenant();
    });

    describe('one tenant', () => {
      it('finds nothing in an empty one', async () => {
        expect(await search({}, { 7: 1 })).toEqual([]);
        expect(await index.count(tenant)).toBe(0);
        expect(await index.countPoints(tenant)).toBe(0);
        expect(await index.termFrequencies(tenant, [7])).toEqual(new Map([[7, 0]]));
      });

      it('sees, counts and removes its own memories only', async () => {
        const memory = sampleMemory({ points: [samplePoint(1, [7])] });
        await store(memory);
        const other = newTenant();
        expect(await index.search(other, sampleQuery({}, { 7: 1 }))).toEqual([]);
        expect(await index.count(other)).toBe(0);
        expect(await index.termFrequencies(other, [7])).toEqual(new Map([[7, 0]]));
        expect(await index.heldTerms(other, [7])).toEqual([]);
        await index.remove(other, [memory.memoryId]);
        await index.upsert(other, [
          sampleMemory({ memoryId: memory.memoryId, version: 9, points: [samplePoint(0.1)] }),
        ]);
        expect(await search({}, { 7: 1 })).toMatchObject([{ memoryId: memory.memoryId, coverage: 1 }]);
        expect(await index.count(tenant)).toBe(1);
      });
    });

    describe('writing', () => {
      it('replaces all points of a memory', async () => {
        const [old] = await store(sampleMemory({ points: [samplePoint(0.9, [1]), samplePoint(0.8, [2], 1)] }));
        const next = { ...old!, version: 2, points: [samplePoint(0.2, [3])] };
        await store(next);
        expect(await index.countPoints(tenant)).toBe(1);
        expect(Object.fromEntries(await index.termFrequencies(tenant, [1, 2, 3]))).toEqual({ 1: 0, 2: 0, 3: 1 });
        const [hit] = await search({}, { 1: 1, 2: 1, 3: 2 });
        expect(hit).toMatchObject({ memoryId: next.memoryId, passage: 0, coverage: 0.5 });
        expect(hit?.cosine).toBeCloseTo(0.2, 5);
      });

      it('keeps the highest version, whatever the order of arrival, and takes the same one again', async () => {
        const memory = sampleMemory({ version: 5, points: [samplePoint(0.9)] });
        await store(memory);
        await store({ ...memory, tags: ['again'] });
        expect(await found({ filter: { tags: ['again'] } })).toEqual([memory.memoryId]);
        await store({ ...memory, version: 4, points: [samplePoint(0.1)] });
        expect((await search())[0]?.cosine).toBeCloseTo(0.9, 5);
        await store(
          { ...memory, version: 7, points: [samplePoint(0.3)] },
          { ...memory, version: 6, points: [samplePoint(0.4)] },
        );
        expect((await search())[0]?.cosine).toBeCloseTo(0.3, 5);
      });

      it('lets concurrent writers of one memory leave one version behind', async () => {
        const memory = sampleMemory();
        const versions = [3, 1, 5, 2, 4].map((version) => ({
          ...memory,
          version,
          points: [samplePoint(version / 10, [version])],
        }));
        await Promise.all(versions.map((version) => store(version)));
        expect((await search())[0]?.cosine).toBeCloseTo(0.5, 5);
        expect(Object.fromEntries(await index.termFrequencies(tenant, [1, 5]))).toEqual({ 1: 0, 5: 1 });
      });

      it('removes for good, even against a writer that is late', async () => {
        const [stays, goes, late] = [sampleMemory(), sampleMemory(), sampleMemory()];
        await store(stays, goes);
        await index.remove(tenant, [goes.memoryId, late.memoryId, goes.memoryId]);
        await store({ ...goes, version: 2 }, late);
        expect(await found()).toEqual([stays.memoryId]);
        expect(await index.count(tenant)).toBe(1);
      });

      it('leaves nothing of a long version behind that arrives late, beside a shorter one or a removal', async () => {
        const passages = Array.from({ length: 3 }, (_, i) => samplePoint(0.9, [1], i));
        const [short, removed] = [sampleMemory({ version: 2 }), sampleMemory({ version: 2 })];
        await store(short, removed);
        await index.remove(tenant, [removed.memoryId]);
        await store({ ...short, version: 1, points: passages }, { ...removed, version: 1, points: passages });
        expect(await index.countPoints(tenant)).toBe(1);
        expect(await index.termFrequencies(tenant, [1])).toEqual(new Map([[1, 0]]));
        expect(await search({}, { 1: 1 })).toMatchObject([{ memoryId: short.memoryId, coverage: 0 }]);
        await store({ ...short, version: 3, points: passages }, { ...short, version: 2 });
        expect(await index.countPoints(tenant)).toBe(3);
        await index.remove(tenant, [short.memoryId]);
        expect(await index.countPoints(tenant)).toBe(0);
      });

      it('takes none at all, and more than one statement holds', async () => {
        await store();
        await index.remove(tenant, []);
        await store(...Array.from({ length: 700 }, () => sampleMemory({ tags: ['a "quoted", {tag}'] })));
        expect(await index.count(tenant)).toBe(700);
        expect(await found({ filter: { tags: ['a "quoted", {tag}'] }, candidates: 5 })).toHaveLength(5);
      });
    });

    it('tells which of many terms any memory holds', async () => {
      expect(await index.heldTerms(tenant, [])).toEqual([]);
      await store(
        sampleMemory({ points: [samplePoint(0.1, [3, -5]), samplePoint(0.2, [3], 1)] }),
        sampleMemory({ points: [samplePoint(0.3, [-5])] }),
      );
      const asked = [3, -5, 2_147_483_647, ...Array.from({ length: 1_500 }, (_, i) => 100 + i)];
      expect(new Set(await index.heldTerms(tenant, asked))).toEqual(new Set([3, -5]));
      expect(await index.heldTerms(tenant, [4, -2_147_483_648])).toEqual([]);
    });

    it('gives back the vectors of memories, those of one in the order of its passages', async () => {
      const long = sampleMemory({ points: Array.from({ length: 16 }, (_, i) => samplePoint(i / 20, [i], i)) });
      const short = Array.from({ length: 120 }, (_, i) => sampleMemory({ points: [samplePoint(i / 200)] }));
      const [gone, foreign] = [sampleMemory(), sampleMemory()];
      await store(long, ...short, gone);
      await store({ ...short[0]!, version: 2, points: [samplePoint(-0.7)] });
      await index.remove(tenant, [gone.memoryId]);
      await index.upsert(newTenant(), [foreign]);
      const asked = [long, ...short, gone, foreign, sampleMemory()].map(({ memoryId }) => memoryId);
      const vectors = await index.vectors(tenant, asked);
      expect([...vectors.keys()].sort()).toEqual([long, ...short].map(({ memoryId }) => memoryId).sort());
      const cosines = (memory: IndexedMemory) => vectors.get(memory.memoryId)?.map(([first]) => first);
      cosines(long)?.forEach((cosine, i) => expect(cosine).toBeCloseTo(i / 20, 5));
      expect(cosines(short[0]!)).toEqual([expect.closeTo(-0.7, 5)]);
      expect(cosines(short[119]!)).toEqual([expect.closeTo(0.595, 5)]);
      expect([...vectors.values()].every((all) => all.every((vector) => vector.length === 16))).toBe(true);
      expect(await index.vectors(tenant, [])).toEqual(new Map());
    });

    describe('searching', () => {
      it('gives both numbers for every candidate of either channel', async () => {
        const near = sampleMemory({ points: [samplePoint(0.9)] });
        const naming = sampleMemory({ points: [samplePoint(-0.5, [1, 2])] });
        await store(near, naming, sampleMemory({ points: [samplePoint(0.1)] }));
        const hits = await search({ candidates: 1 }, { 1: 3, 2: 0.5, 3: 0.5 });
        expect(hits.map(({ memoryId }) => memoryId)).toEqual([near.memoryId, naming.memoryId]);
        expect(hits.map(({ coverage }) => coverage)).toEqual([0, 0.875]);
        expect(hits[1]?.cosine).toBeCloseTo(-0.5, 5);
      });

      it('shows a memory once, by its best passage', async () => {
        const memory = sampleMemory({ points: [samplePoint(0.9), samplePoint(0.5, [1], 1), samplePoint(0.6, [], 2)] });
        await store(memory);
        const [hit, ...more] = await search({}, { 1: 1 });
        expect(more).toEqual([]);
        expect(hit).toMatchObject({ passage: 1, start: 10, end: 20, coverage: 1 });
      });

      it('brings as many memories as asked where a few hold all the nearest passages', async () => {
        const long = Array.from({ length: 4 }, () =>
          sampleMemory({ points: Array.from({ length: 16 }, (_, i) => samplePoint(0.9, [1, 2], i)) }),
        );
        const short = Array.from({ length: 8 }, () => sampleMemory({ points: [samplePoint(0.1, [1])] }));
        await store(...long, ...short);
        expect(await found({ candidates: 10 }, { 1: 1, 2: 1 })).toHaveLength(10);
      });

      it('breaks ties by memory id', async () => {
        const memories = await store(
          ...Array.from({ length: 20 }, () => sampleMemory({ points: [samplePoint(0.5, [1])] })),
        );
        const ids = memories.map(({ memoryId }) => memoryId).sort();
        expect(await found({}, { 1: 1 })).toEqual(ids);
        expect(await found({ candidates: 7 }, { 1: 1 })).toEqual(ids.slice(0, 7));
      });

      it('needs no terms, and accepts terms that nothing holds', async () => {
        const [memory] = await store(sampleMemory());
        expect(await search()).toMatchObject([{ memoryId: memory?.memoryId, coverage: 0 }]);
        expect(await search({}, { 5: 1, [-2_147_483_648]: 1, 2_147_483_647: 1 })).toMatchObject([{ coverage: 0 }]);
      });

      it('searches by terms alone where there is no vector', async () => {
        const [a, b] = await store(
          sampleMemory({ points: [samplePoint(0.1, [1, 2])] }),
          sampleMemory({ points: [samplePoint(0.9, [2])] }),
          sampleMemory({ points: [samplePoint(1, [3])] }),
        );
        expect(await search({ vector: undefined }, { 1: 1, 2: 1 })).toMatchObject([
          { memoryId: a?.memoryId, cosine: 0, coverage: 1 },
          { memoryId: b?.memoryId, cosine: 0, coverage: 0.5 },
        ]);
        expect(await search({ vector: undefined })).toEqual([]);
        expect(await search({ vector: undefined, filter: { type: 'other' } }, { 1: 1 })).toEqual([]);
      });
    });

    filtersSearches(() => ({ index, tenant }));
    agreesWithPlainLoops(() => ({ index, tenant }));

    describe('several models', () => {
      const other = { ...sampleModel, id: 'other@2', dimensions: 3 };
      const point = { ...samplePoint(0, [7]), vector: Float32Array.of(0.6, 0, 0.8) };
      const query = sampleQuery({ vector: Float32Array.of(1, 0, 0) }, { 7: 1 });
      afterEach(() => opened.store.drop(other.id));

      it('have an index each, which any number of processes open', async () => {
        const [mine] = await store(sampleMemory());
        const second = await opened.store.open(other);
        expect(await second.search(tenant, query)).toEqual([]);
        await second.upsert(tenant, [sampleMemory({ memoryId: mine!.memoryId, version: 9, points: [point] })]);
        await second.remove(tenant, [randomUUID()]);
        const again = await opened.store.open(other);
        expect(await again.search(tenant, query)).toMatchObject([{ memoryId: mine?.memoryId, coverage: 1 }]);
        expect((await again.search(tenant, query))[0]?.cosine).toBeCloseTo(0.6, 5);
        expect((await search())[0]?.cosine).toBeCloseTo(0.5, 5);
        expect(await index.termFrequencies(tenant, [7])).toEqual(new Map([[7, 0]]));
        expect(await (await opened.store.open(sampleModel)).count(tenant)).toBe(1);
      });

      it('are dropped one by one, with all that was known of them', async () => {
        const [mine] = await store(sampleMemory());
        const gone = sampleMemory({ points: [point] });
        const second = await opened.store.open(other);
        await second.upsert(tenant, [gone]);
        await second.remove(tenant, [gone.memoryId]);
        await opened.store.drop(other.id);
        await opened.store.drop('never-seen@0');
        expect([await opened.store.holds(sampleModel.id), await opened.store.holds(other.id)]).toEqual([true, false]);
        expect(await found()).toEqual([mine?.memoryId]);
        const anew = await opened.store.open(other);
        expect(await anew.countPoints(tenant)).toBe(0);
        await anew.upsert(tenant, [gone]);
        expect(await anew.count(tenant)).toBe(1);
      });

      it('keep their dimensions', async () => {
        await expect(opened.store.open({ ...sampleModel, dimensions: 17 })).rejects.toThrow(IndexModelError);
      });
    });

    erasesTenants(() => ({ index, tenant }));
  });
}
