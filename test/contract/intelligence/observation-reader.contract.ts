import { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import type { FeatureDocument } from '../../../libs/intelligence/stored-form/feature-rows.js';
import { MemoryFeaturesRepository } from '../../../libs/intelligence/features/memory-features.repository.js';
import { ObservationCache } from '../../../libs/intelligence/patterns/observation.cache.js';
import { ObservationReader } from '../../../libs/intelligence/patterns/observation-reader.js';
import type { PackedChunk } from '../../../libs/intelligence/stored-form/packed-chunk.js';
import { unpackObservations } from '../../../libs/intelligence/stored-form/packed-observation.js';
import { PackedObservationsRepository } from '../../../libs/intelligence/patterns/packed-observations.repository.js';
import { insertRecord, sampleDocument, sampleRows } from '../../support/stories/feature-samples.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const MODEL = 'sample@1';
const LIMITS = { chunk: 4, most: 1_000 };
const features = new MemoryFeaturesRepository();

describe.each(DATABASES)('observations that were read before, in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let db: TenantDb;
  let tenant = tenantId('nobody');
  let reader: ObservationReader;
  const run = <T>(work: (tx: EntityManager) => Promise<T>): Promise<T> => db.run(tenant, work);

  beforeAll(async () => {
    opened = await open();
    db = new TenantDb(opened.database.dataSource);
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(() => {
    tenant = tenantId(`observations-${newUuid()}`);
    reader = newReader();
  });

  /** Knows nothing of what others have read, as in another process. */
  const newReader = (): ObservationReader =>
    new ObservationReader(db, new PackedObservationsRepository(), new ObservationCache());
  const save = (...documents: FeatureDocument[]) =>
    run((tx) => features.save(tx, tenant, MODEL, sampleRows(documents)));
  const store = async (...documents: FeatureDocument[]): Promise<FeatureDocument[]> => {
    await run(async (tx) => {
      for (const document of documents) await insertRecord(tx, tenant, document);
    });
    await save(...documents);
    return documents;
  };
  const storeMany = (count: number): Promise<FeatureDocument[]> =>
    store(...Array.from({ length: count }, (__, i) => sampleDocument({ tags: [`t${i}`] })));
  const change = async (document: FeatureDocument, changes: Partial<FeatureDocument>): Promise<void> => {
    const changed = { ...document, ...changes, version: document.version + 1 };
    await run((tx) =>
      tx.query('UPDATE memories SET version = $3 WHERE tenant_id = $1 AND id = $2', [
        tenant,
        changed.id,
        changed.version,
      ]),
    );
    await save(changed);
  };
  const remove = (...documents: FeatureDocument[]) =>
    run((tx) =>
      tx.query('DELETE FROM memories WHERE tenant_id = $1 AND id = ANY ($2)', [tenant, documents.map(({ id }) => id)]),
    );
  const told = (chunks: readonly PackedChunk[]): string[] =>
    chunks
      .flatMap(({ packed }) => [...unpackObservations(packed)])
      .map(({ id, type, tags }) => `${id} ${type} ${tags.join()}`)
      .sort();
  const revisions = (chunks: readonly PackedChunk[]): number[] => chunks.map(({ revision }) => revision);
  /** What it tells now, which must be what one tells who reads for the first time. */
  const read = async (limits = LIMITS): Promise<PackedChunk[]> => {
    const chunks = await reader.read(tenant, MODEL, limits);
    expect(told(chunks)).toEqual(told(await newReader().read(tenant, MODEL, limits)));
    return chunks;
  };

  it('are not read again', async () => {
    await storeMany(10);
    const first = await read();
    expect(first.map(({ memories }) => memories)).toEqual([4, 4, 2]);
    expect(revisions(await read())).toEqual(revisions(first));
  });

  it('are told as they are now after each kind of change, and only what lies beside a change is read again', async () => {
    const documents = await storeMany(12);
    const before = await read();
    await change(documents[5]!, { type: 'semantic', tags: ['changed'] });
    const changed = await read();
    expect(told(changed).filter((each) => each.includes('semantic changed'))).toHaveLength(1);
    expect(revisions(changed).filter((each) => !revisions(before).includes(each))).toHaveLength(1);
    await remove(documents[0]!);
    expect(told(await read())).toHaveLength(11);
    const [added] = await store(sampleDocument({ tags: ['new'] }));
    expect(told(await read()).filter((each) => each.startsWith(added!.id))).toHaveLength(1);
    await remove(documents[1]!);
    await store(sampleDocument({ tags: ['instead'] }));
    expect(told(await read())).toHaveLength(12);
  });

  it('are read again where features were made anew of the same version', async () => {
    const [document] = await storeMany(1);
    await read();
    await save({ ...document!, tags: ['otherwise'] });
    await run((tx) => tx.query(`UPDATE memory_features SET computed_at = computed_at + interval '1 ms'`));
    expect(told(await read())[0]).toContain('otherwise');
  });

  it('show a memory that comes back under its id', async () => {
    const documents = await storeMany(3);
    await read();
    await remove(documents[1]!);
    expect(told(await read())).toHaveLength(2);
    await store({ ...documents[1]!, type: 'task' });
    expect(told(await read()).filter((each) => each.includes(' task '))).toHaveLength(1);
  });

  it('are followed when all go and others come', async () => {
    const documents = await storeMany(9);
    await read();
    await remove(...documents);
    expect(told(await read())).toEqual([]);
    await storeMany(9);
    expect(told(await read())).toHaveLength(9);
  });

  it('fall into no crumbs as memories come one by one', async () => {
    for (let i = 0; i < 20; i++) {
      await storeMany(1);
      await read();
    }
    expect((await read()).length).toBeLessThanOrEqual(10);
  });

  it('are the newest of a tenant that has more than are read', async () => {
    const most = { chunk: 4, most: 10 };
    const documents = await storeMany(15);
    const newest = (all: readonly FeatureDocument[]) => all.slice(-10).map(({ id }) => id);
    const ids = async () => told(await read(most)).map((each) => each.split(' ')[0]);
    expect(await ids()).toEqual(newest(documents));
    expect(await ids()).toEqual(newest(documents));
    documents.push(...(await storeMany(3)));
    expect(await ids()).toEqual(newest(documents));
    await remove(...documents.splice(12, 4));
    expect(await ids()).toEqual(newest(documents));
  });

  it('stored up to a moment are the newest of these, by when they were stored, not by their ids', async () => {
    const day = (i: number) => new Date(Date.UTC(2026, 0, 1 + i));
    // Imported the wrong way round: the newest have the lowest ids. Three share a moment.
    const documents = Array.from({ length: 15 }, (__, i) => sampleDocument({ createdAt: day(Math.min(14 - i, 12)) }));
    await store(...documents);
    const stored = async (asOf: Date, most: number) => {
      const past = await reader.storedBy(tenant, MODEL, asOf, { chunk: 4, most });
      const all = past.chunks.flatMap(({ packed }) => [...unpackObservations(packed)]);
      expect(past.memories).toBe(all.length);
      return { ...past, ids: all.map(({ id }) => id).sort() };
    };
    const idsUpTo = (last: Date) => documents.filter(({ createdAt }) => createdAt <= last).map(({ id }) => id);
    expect(await stored(day(6), 5)).toMatchObject({ ids: idsUpTo(day(6)).slice(0, 5).sort(), isAll: false });
    expect(await stored(day(6), 50)).toMatchObject({ ids: idsUpTo(day(6)).sort(), isAll: true, missing: 0 });
    expect(await stored(day(6), 7)).toMatchObject({ memories: 7, isAll: true });
    const { ids, chunks } = await stored(day(20), 50);
    expect(ids).toHaveLength(15);
    // They are read anew each time: under a number of their own, what is made of them would be kept for nobody.
    expect(chunks.map((chunk) => 'revision' in chunk)).toEqual([false, false, false, false]);
    expect(await stored(day(-1), 50)).toMatchObject({ ids: [], isAll: true, chunks: [] });
    await run((tx) => tx.query('DELETE FROM memory_features WHERE memory_id = $1', [documents[10]!.id]));
    expect(await stored(day(6), 50)).toMatchObject({ missing: 1, memories: 6, isAll: true });
  });

  it('are one tenant’s and one model’s alone', async () => {
    const [document] = await storeMany(2);
    await read();
    await run((tx) => features.save(tx, tenant, 'other@1', sampleRows([document!])));
    expect(told(await reader.read(tenant, 'other@1'))).toHaveLength(1);
    const owner = tenant;
    tenant = tenantId(`${owner}-x`);
    expect(await read()).toMatchObject([{ memories: 0 }]);
    await store(sampleDocument({ tags: ['mine'] }));
    expect(told(await read())).toHaveLength(1);
    tenant = owner;
    expect(told(await read())).toHaveLength(2);
  });
});
