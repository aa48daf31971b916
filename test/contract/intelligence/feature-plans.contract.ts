import { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { ChainRowsRepository } from '../../../libs/intelligence/chains/chain-rows.repository.js';
import { FeatureBackfillRepository } from '../../../libs/intelligence/features/feature-backfill.repository.js';
import { MemoryFeaturesRepository } from '../../../libs/intelligence/features/memory-features.repository.js';
import { mentionOfEntity } from '../../../libs/intelligence/stored-form/mention.hash.js';
import { MentionsRepository } from '../../../libs/intelligence/features/mentions.repository.js';
import { MAX_ID } from '../../../libs/intelligence/stored-form/packed-chunk.js';
import { PackedObservationsRepository } from '../../../libs/intelligence/patterns/packed-observations.repository.js';
import { explained } from '../../support/database/explained.js';
import { insertRecord, sampleDocument, sampleRows } from '../../support/stories/feature-samples.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

/** One of five tenants: a tenant that is nearly the whole table is rightly read from end to end. */
const TENANTS = 5;
const MEMORIES_EACH = 2_000;
const TENANT = tenantId('tenant-0');
const MODEL = 'sample@1';
const IDS = Array.from({ length: 50 }, () => newUuid());
const RANGE = { from: newUuid(), to: MAX_ID };
const MENTIONS = ['eyvindur', 'marta'].map(mentionOfEntity);
const ASKED = { names: MENTIONS, tags: ['boat', 't7'] };

const chains = new ChainRowsRepository();
const features = new MemoryFeaturesRepository();
const mentions = new MentionsRepository();
const observations = new PackedObservationsRepository();
const scans = new FeatureBackfillRepository();
const scan = { tenantId: TENANT, startedAt: new Date(), afterMemory: null };

const READS: [string, (tx: EntityManager) => Promise<unknown>][] = [
  ['the newest observations', (tx) => observations.newest(tx, TENANT, MODEL, RANGE, 100)],
  [
    'observations stored up to a moment',
    (tx) => observations.storedBefore(tx, TENANT, MODEL, { createdAt: new Date(), id: MAX_ID }, 100),
  ],
  ['whether observations have changed', (tx) => observations.states(tx, TENANT, MODEL, [RANGE, RANGE])],
  [
    'which memories have changed',
    (tx) =>
      chains.changed(
        tx,
        TENANT,
        MODEL,
        IDS.map((id) => ({ id, version: 1 })),
      ),
  ],
  ['some memories and their features', (tx) => chains.rows(tx, TENANT, MODEL, IDS, 2_000)],
  ['the event times of some memories', (tx) => features.eventTimes(tx, TENANT, MODEL, IDS)],
  ['a sample', (tx) => features.sample(tx, TENANT, MODEL, 3, 600)],
  ['the stamp of a sample', (tx) => features.sampleStamp(tx, TENANT, MODEL, 3, 600)],
  ['counts of names and tags', (tx) => mentions.counts(tx, TENANT, ASKED, 50)],
  [
    'who links, mentions and carries',
    (tx) => mentions.holders(tx, TENANT, MENTIONS, ASKED, { ofLink: 20, ofName: 10 }),
  ],
  ['whether features of an earlier version are left', (tx) => scans.hasOlder(tx, TENANT, MODEL)],
  ['a page of a scan', (tx) => scans.page(tx, scan, MODEL, 100)],
];

describe.each(DATABASES)('features in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let db: TenantDb;

  beforeAll(async () => {
    opened = await open();
    db = new TenantDb(opened.database.dataSource);
    for (let i = 0; i < TENANTS; i++) await fill(db, i);
    await opened.analyze();
  }, 180_000);
  afterAll(() => opened.close());

  it.each(READS)('%s are served by an index', async (_name, read) => {
    const plan = await db.run(TENANT, (tx) => explained(tx, read));
    expect(plan).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it('who holds a name or tag is told by the indexes of names and of tags', async () => {
    const holders = (spy: EntityManager) => mentions.holders(spy, TENANT, MENTIONS, ASKED, { ofLink: 20, ofName: 10 });
    const plan = await db.run(TENANT, (tx) => explained(tx, holders));
    expect(plan).toMatch(/memory_mentions_pk/);
    expect(plan).toMatch(/memory_tags_tag/);
    expect(plan).not.toMatch(/memory_tags_pk/);
  });

  it('whether features of an earlier version are left is told by the index alone', async () => {
    const plan = await db.run(TENANT, (tx) => explained(tx, (spy) => scans.hasOlder(spy, TENANT, MODEL)));
    expect(plan).toMatch(/Index Only Scan using memory_features_pk/);
  });

  it('whether observations have changed is told by the index alone', async () => {
    const plan = await db.run(TENANT, (tx) => explained(tx, (spy) => observations.states(spy, TENANT, MODEL, [RANGE])));
    expect(plan).toMatch(/Index Only Scan using memory_features_pk/);
  });
});

/** Rows of one memory, copied. */
async function fill(db: TenantDb, i: number): Promise<void> {
  const tenant = tenantId(`tenant-${i}`);
  const document = sampleDocument({ tags: ['boat'] });
  await db.run(tenant, async (tx) => {
    await insertRecord(tx, tenant, document);
    await features.save(tx, tenant, MODEL, sampleRows([document]));
    await tx.query(
      `INSERT INTO memories (tenant_id, id, content, type, importance, tags, metadata, bytes, version, created_at, updated_at)
       SELECT tenant_id, gen_random_uuid(), content, type, importance, tags, metadata, bytes, version, created_at, updated_at
         FROM memories CROSS JOIN generate_series(1, $2) WHERE tenant_id = $1`,
      [tenant, MEMORIES_EACH],
    );
    await tx.query(
      `INSERT INTO memory_features (tenant_id, memory_id, model_id, memory_version, features_version, event_at, bucket, mentions, features, packed)
       SELECT f.tenant_id, m.id, f.model_id, 1, f.features_version, f.event_at, (random() * 1023)::int, f.mentions, f.features, f.packed
         FROM memory_features f JOIN memories m ON m.tenant_id = f.tenant_id AND m.id <> f.memory_id WHERE f.tenant_id = $1`,
      [tenant],
    );
    await tx.query(
      `INSERT INTO memory_mentions (tenant_id, memory_id, mention)
       SELECT tenant_id, id, (random() * 500)::int FROM memories WHERE tenant_id = $1`,
      [tenant],
    );
    await tx.query(
      `INSERT INTO memory_tags SELECT tenant_id, id, 't' || (random() * 100)::int FROM memories WHERE tenant_id = $1`,
      [tenant],
    );
  });
}
