import type { FollowUp, MemoriesService } from '@mneme/memories';
import { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId } from '@mneme/platform/ids';
import type { RetrievalService } from '@mneme/retrieval';
import type { EntityManager } from 'typeorm';
import type { FeatureIndexListener } from '../../../libs/intelligence/features/feature-index.listener.js';
import { STORED_VERSION } from '../../../libs/intelligence/stored-form/feature-rows.js';
import { FeatureBackfillRepository } from '../../../libs/intelligence/features/feature-backfill.repository.js';
import { FeatureBackfillService } from '../../../libs/intelligence/features/feature-backfill.service.js';
import { MemoryFeaturesRepository } from '../../../libs/intelligence/features/memory-features.repository.js';
import { insertRecord, sampleDocument, sampleRows } from '../../support/stories/feature-samples.js';
import { makeKnown } from '../../support/database/known-tenant.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const MODEL = 'sample@1';
const features = new MemoryFeaturesRepository();
const scans = new FeatureBackfillRepository();

describe.each(DATABASES)('scans for features in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let db: TenantDb;
  let [one, other] = [tenantId('nobody'), tenantId('nobody-else')];
  const system = <T>(work: (tx: EntityManager) => Promise<T>): Promise<T> => db.runSystem(work);
  const next = (...tenants: (typeof one)[]) => system((tx) => scans.next(tx, tenants));
  const inPast = () =>
    system((tx) =>
      tx.query(`UPDATE feature_scans SET due_at = now() - interval '1 second' WHERE tenant_id = $1`, [one]),
    );

  beforeAll(async () => {
    opened = await open();
    db = new TenantDb(opened.database.dataSource);
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(async () => {
    [one, other] = [tenantId(`scans-${newUuid()}`), tenantId(`scans-${newUuid()}`)];
    await makeKnown(db, one, other);
  });

  /** Everything is indexed. @param make what stands for the making of features */
  const service = (make: (ids: string[]) => Promise<FollowUp>): FeatureBackfillService => {
    const memories = { getMany: (__: unknown, ids: string[]) => Promise.resolve(ids.map((id) => ({ id }))) };
    const vectors = (__: unknown, ids: string[]) => Promise.resolve(new Map(ids.map((id) => [id, []])));
    const follower = {
      make: (__: unknown, ___: unknown, records: { memory: { id: string } }[]) =>
        make(records.map(({ memory }) => memory.id)),
    };
    return new FeatureBackfillService(
      db,
      scans,
      memories as unknown as MemoriesService,
      { modelIds: [MODEL], vectors } as unknown as RetrievalService,
      follower as unknown as FeatureIndexListener,
    );
  };
  const recorded = async (count: number): Promise<void> => {
    await db.run(one, async (tx) => {
      for (let i = 0; i < count; i++) await insertRecord(tx, one, sampleDocument());
    });
  };

  it('are each in one hand, and one that comes to nothing comes after all others', async () => {
    await system((tx) => scans.addMissing(tx, [one]));
    await system((tx) => scans.addMissing(tx, [other]));
    expect((await next(one, other))?.tenantId).toBe(one);
    const scan = (await next(one, other))!;
    expect(scan.tenantId).toBe(other);
    expect(await next(one, other)).toBeUndefined();
    await db.run(other, (tx) => scans.advance(tx, scan, newUuid()));
    expect((await next(one, other))?.tenantId).toBe(other);
    await inPast();
    expect((await next(one, other))?.tenantId).toBe(one);
  });

  it('tell how many memories they looked at', async () => {
    await recorded(3);
    const scanning = service(() => Promise.resolve(() => Promise.resolve()));
    await scanning.begin(one);
    expect(await scanning.step([one])).toBe(3);
    expect(await scanning.step([one])).toBeUndefined();
  });

  it('are at their end only where nobody has one in hand', async () => {
    await recorded(1);
    const scanning = service(() => Promise.reject(new Error('no features today')));
    await scanning.begin(one);
    await expect(scanning.step([one])).rejects.toThrow('no features today');
    expect(await scanning.step([one])).toBeUndefined();
    expect(await scanning.isUnderWay([one])).toBe(true);
    await inPast();
    await service(() => Promise.resolve(() => Promise.resolve())).step([one]);
    expect(await scanning.isUnderWay([one])).toBe(false);
  });

  it('write a page once, also where somebody else took it over meanwhile', async () => {
    await recorded(1);
    const writes: string[] = [];
    const writing =
      (name: string): FollowUp =>
      () =>
        Promise.resolve(void writes.push(name));
    let takenOver = false;
    const quick = service(() => Promise.resolve(writing('quick')));
    const slow = service(async () => {
      await inPast();
      takenOver = (await quick.step([one])) === 1;
      return writing('slow');
    });
    await slow.begin(one);
    await slow.step([one]);
    expect([takenOver, writes]).toEqual([true, ['quick']]);
  });

  it('of another version of the program are left to it', async () => {
    await system((tx) => scans.addMissing(tx, [one]));
    await system((tx) => tx.query('UPDATE feature_scans SET features_version = 1 WHERE tenant_id = $1', [one]));
    expect(await next(one)).toBeUndefined();
  });

  it('begin again where an earlier version wrote after their end', async () => {
    const document = sampleDocument();
    await db.run(one, async (tx) => {
      await insertRecord(tx, one, document);
      await features.save(tx, one, MODEL, sampleRows([document]));
    });
    const made: string[] = [];
    const scanning = service((ids) => {
      made.push(...ids);
      return Promise.resolve((tx) => features.save(tx, one, MODEL, sampleRows([document])));
    });
    await scanning.addMissing([one]);
    while ((await scanning.step([one])) !== undefined);
    await scanning.addOlder([one]);
    expect([await scanning.step([one]), made]).toEqual([undefined, []]);
    await db.run(one, (tx) =>
      tx.query('UPDATE memory_features SET features_version = $2 WHERE tenant_id = $1', [one, STORED_VERSION - 1]),
    );
    await scanning.addOlder([one]);
    expect([await scanning.step([one]), made]).toEqual([1, [document.id]]);
    await scanning.addOlder([one]);
    expect(await scanning.step([one])).toBeUndefined();
  });
});
