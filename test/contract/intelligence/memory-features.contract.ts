import { createHash } from 'node:crypto';
import { TenantDb } from '@mneme/platform/database';
import { newUuid, tenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { ChainRowsRepository } from '../../../libs/intelligence/chains/chain-rows.repository.js';
import { FeatureModelsRepository } from '../../../libs/intelligence/features/feature-models.repository.js';
import { FeatureBackfillRepository } from '../../../libs/intelligence/features/feature-backfill.repository.js';
import { bucketOf, type FeatureDocument } from '../../../libs/intelligence/stored-form/feature-rows.js';
import { MemoryFeaturesRepository } from '../../../libs/intelligence/features/memory-features.repository.js';
import { mentionOfEntity } from '../../../libs/intelligence/stored-form/mention.hash.js';
import { MentionsRepository } from '../../../libs/intelligence/features/mentions.repository.js';
import { MAX_ID, MIN_ID } from '../../../libs/intelligence/stored-form/packed-chunk.js';
import { unpackObservations } from '../../../libs/intelligence/stored-form/packed-observation.js';
import { PackedObservationsRepository } from '../../../libs/intelligence/patterns/packed-observations.repository.js';
import { insertRecord, sampleDocument, sampleRows } from '../../support/stories/feature-samples.js';
import { makeKnown } from '../../support/database/known-tenant.js';
import { DATABASES, type OpenDatabase } from '../../support/database/open-database.js';

const MODEL = 'sample@1';
const ALL = { from: MIN_ID, to: MAX_ID };

describe.each(DATABASES)('features in the %s database', (_, open) => {
  let opened: OpenDatabase;
  let db: TenantDb;
  let tenant = tenantId('nobody');
  const chains = new ChainRowsRepository();
  const features = new MemoryFeaturesRepository();
  const packed = new PackedObservationsRepository();
  const mentions = new MentionsRepository();
  const scans = new FeatureBackfillRepository();
  const run = <T>(work: (tx: EntityManager) => Promise<T>): Promise<T> => db.run(tenant, work);

  beforeAll(async () => {
    opened = await open();
    db = new TenantDb(opened.database.dataSource);
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(async () => {
    tenant = tenantId(`features-${newUuid()}`);
    await makeKnown(db, tenant);
  });

  const stored = (...documents: FeatureDocument[]) =>
    run(async (tx) => {
      for (const document of documents) await insertRecord(tx, tenant, document);
      await features.save(tx, tenant, MODEL, sampleRows(documents));
    });
  const observations = async (model = MODEL) => {
    const page = await run((tx) => packed.newest(tx, tenant, model, ALL, 100));
    return [...unpackObservations(page.packed)];
  };
  const mentioning = (...names: string[]) =>
    run((tx) =>
      mentions.holders(tx, tenant, [], { names: names.map(mentionOfEntity), tags: [] }, { ofLink: 10, ofName: 10 }),
    ).then(({ naming }) => naming);

  it('are sampled by what the memory says now', async () => {
    const at = sampleDocument().createdAt.getTime();
    const contents = Array.from({ length: 100 }, (__, i) => `Note ${i}`);
    const early = contents.find((content) => bucketOf(content, at) < 512) ?? '';
    const late = contents.find((content) => bucketOf(content, at) >= 512) ?? '';
    const document = sampleDocument({ content: early });
    await stored(document);
    const sample = () => run((tx) => features.sample(tx, tenant, MODEL, 512, 10));
    expect(await sample()).toEqual([{ memoryId: document.id, version: 1 }]);
    await run(async (tx) => {
      await tx.query('UPDATE memories SET version = 2, content = $3 WHERE tenant_id = $1 AND id = $2', [
        tenant,
        document.id,
        late,
      ]);
      await features.save(tx, tenant, MODEL, sampleRows([{ ...document, version: 2, content: late }]));
    });
    expect(await sample()).toEqual([]);
  });

  it('come back as they were made, page by page, the newest first', async () => {
    const documents = Array.from({ length: 5 }, (__, i) =>
      sampleDocument({ importance: i / 10, tags: ['"', `t${i}`] }),
    );
    await stored(...documents);
    expect((await observations()).map(({ id }) => id).sort()).toEqual(documents.map(({ id }) => id));
    const [first] = await observations();
    expect(first).toMatchObject({ type: 'episodic', valence: 0, at: first?.createdAt });
    const range = { from: documents[0]!.id, to: documents[3]!.id };
    const page = await run((tx) => packed.newest(tx, tenant, MODEL, range, 2));
    const ids = [...unpackObservations(page.packed)].map(({ id }) => id);
    expect(ids.sort()).toEqual([documents[1]!.id, documents[2]!.id]);
    expect(page).toMatchObject({ memories: 2, first: documents[1]!.id });
    const none = { from: MIN_ID, to: documents[0]!.id };
    expect(await run((tx) => packed.newest(tx, tenant, MODEL, none, 2))).toMatchObject({ memories: 0, first: null });
    expect(await run((tx) => features.sample(tx, tenant, MODEL, 1_024, 100))).toHaveLength(5);
    expect(await run((tx) => features.sample(tx, tenant, MODEL, 1_024, 3))).toHaveLength(3);
  });

  it('come with their memories, and tell which version they are of', async () => {
    const [one, other, bare] = [sampleDocument(), sampleDocument({ content: 'Nineteen characters' }), sampleDocument()];
    await stored(one, other);
    await run((tx) => insertRecord(tx, tenant, bare));
    await run((tx) => tx.query('UPDATE memories SET version = 2 WHERE id = $1', [one.id]));
    const ids = [one.id, other.id, bare.id, newUuid()];
    const changed = (version: number) =>
      run((tx) =>
        chains.changed(
          tx,
          tenant,
          MODEL,
          ids.map((id) => ({ id, version })),
        ),
      );
    const [first, second] = [await changed(0), await changed(1)];
    const tell = (row: (typeof first)[number]) =>
      row.version === null ? [row.id, 'gone'] : [row.id, row.version, row.analysed];
    expect(first.map(tell).sort()).toEqual(
      [
        [one.id, 2, 1],
        [other.id, 1, 1],
        [bare.id, 1, null],
        [ids[3], 'gone'],
      ].sort(),
    );
    expect(second.map(tell).sort()).toEqual(
      [
        [one.id, 2, 1],
        [bare.id, 1, null],
        [ids[3], 'gone'],
      ].sort(),
    );
    const rows = await run((tx) => chains.rows(tx, tenant, MODEL, ids, 8));
    expect(rows.map(({ id }) => id).sort()).toEqual([one.id, other.id]);
    expect(rows.find(({ id }) => id === other.id)).toMatchObject({ content: 'Nineteen', type: 'episodic', version: 1 });
  });

  it('tell a sample from another by a stamp, which changes with each version', async () => {
    const document = sampleDocument();
    await stored(document);
    const stamp = () => run((tx) => features.sampleStamp(tx, tenant, MODEL, 1_024, 100));
    const before = await stamp();
    const text = `${document.id} ${document.version}`;
    expect(before).toBe(createHash('sha256').update(text).digest('base64'));
    await run((tx) => tx.query('UPDATE memories SET version = 2 WHERE tenant_id = $1', [tenant]));
    await run((tx) => features.save(tx, tenant, MODEL, sampleRows([{ ...document, version: 2 }])));
    expect(await stamp()).not.toBe(before);
  });

  it('are those of the record as it is now, whoever writes last', async () => {
    const old = sampleDocument();
    await stored(old);
    const next = { ...old, version: 2, content: 'Met Marta', tags: [] };
    await run((tx) => tx.query('UPDATE memories SET version = 2 WHERE tenant_id = $1', [tenant]));
    await run((tx) => features.save(tx, tenant, MODEL, sampleRows([next])));
    await run((tx) => features.save(tx, tenant, MODEL, sampleRows([old])));
    expect((await observations()).map(({ tags }) => tags)).toEqual([[]]);
    expect(await mentioning('eyvindur')).toEqual([]);
    expect(await mentioning('marta')).toEqual([old.id]);
  });

  it('go with their memory, and a late writer brings none back', async () => {
    const [stays, goes] = [sampleDocument(), sampleDocument()];
    await stored(stays, goes);
    await run((tx) => tx.query('DELETE FROM memories WHERE tenant_id = $1 AND id = $2', [tenant, goes.id]));
    await run((tx) => features.save(tx, tenant, MODEL, sampleRows([goes])));
    expect((await observations()).map(({ id }) => id)).toEqual([stays.id]);
    expect(await mentioning('eyvindur')).toEqual([stays.id]);
    const asked = { names: ['7', mentionOfEntity('eyvindur')], tags: [] };
    expect(await run((tx) => mentions.counts(tx, tenant, asked, 10))).toEqual({ named: [0, 1], tagged: [] });
  });

  it('that many hold bring none of them', async () => {
    const documents = Array.from({ length: 3 }, () => sampleDocument());
    await stored(...documents);
    await run((tx) =>
      tx.query(`INSERT INTO memory_tags SELECT tenant_id, id, 'boat' FROM memories WHERE tenant_id = $1`, [tenant]),
    );
    const ids = documents.map(({ id }) => id).sort();
    const asked = { names: [mentionOfEntity('eyvindur')], tags: ['boat', 'nowhere'] };
    const held = (ofName: number) => run((tx) => mentions.holders(tx, tenant, [], asked, { ofLink: 10, ofName }));
    expect(await held(3)).toEqual({ linking: [], naming: ids, carrying: ids });
    expect(await held(2)).toEqual({ linking: [], naming: [], carrying: [] });
  });

  it('are kept for each model, until the model goes', async () => {
    const document = sampleDocument();
    await stored(document);
    await run((tx) => features.save(tx, tenant, 'other@1', sampleRows([document])));
    const gone = await run((tx) => new FeatureModelsRepository().forgetFeatures(tx, tenant, 'other@1', 10));
    expect([gone, (await observations('other@1')).length, (await observations()).length]).toEqual([1, 0, 1]);
  });

  it('are seen by their tenant alone', async () => {
    await stored(sampleDocument());
    await run((tx) => scans.begin(tx, tenant));
    const owner = tenant;
    tenant = tenantId(`stranger-${newUuid()}`);
    for (const table of ['memory_features', 'memory_mentions', 'feature_scans']) {
      const seen = await run((tx) => tx.query<unknown[]>(`SELECT FROM ${table} WHERE tenant_id = $1`, [owner]));
      expect({ table, seen }).toEqual({ table, seen: [] });
    }
    for (const table of ['memory_features', 'memory_mentions']) {
      expect(await db.runSystem((tx) => tx.query<unknown[]>(`SELECT FROM ${table}`))).toEqual([]);
    }
  });

  it('that are missing are found by a scan, which goes on where it was and ends', async () => {
    const documents = Array.from({ length: 3 }, () => sampleDocument());
    await stored(documents[1]!);
    await run(async (tx) => {
      for (const document of [documents[0]!, documents[2]!]) await insertRecord(tx, tenant, document);
    });
    await db.runSystem((tx) => scans.addMissing(tx, [tenant]));
    const next = () => db.runSystem((tx) => scans.next(tx, [tenant]));
    const scan = (await next())!;
    const page = await run((tx) => scans.page(tx, scan, MODEL, 2));
    expect(page).toEqual({ looked: 2, lacking: [documents[0]!.id], last: documents[1]!.id });
    await run((tx) => scans.advance(tx, scan, page.last));
    await run((tx) => scans.advance(tx, scan, documents[2]!.id));
    const second = (await next())!;
    expect(second.afterMemory).toBe(documents[1]!.id);
    const rest = await run((tx) => scans.page(tx, second, MODEL, 2));
    expect(rest).toEqual({ looked: 1, lacking: [documents[2]!.id], last: null });
    await run((tx) => scans.advance(tx, second, rest.last));
    expect(await next()).toBeUndefined();
    await db.runSystem((tx) => scans.addMissing(tx, [tenant]));
    expect(await next()).toBeUndefined();
    await run((tx) => scans.begin(tx, tenant));
    const anew = (await next())!;
    expect((await run((tx) => scans.page(tx, anew, MODEL, 9))).lacking).toHaveLength(3);
  });
});
