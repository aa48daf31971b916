import { readFileSync } from 'node:fs';
import { notesFeature } from '../../../docs/examples/notes/index.js';
import { platformSchema } from '@mneme/platform/database';
import type { Schema } from '@mneme/platform/migrations';
import type { Client } from 'pg';
import { forgetFeature } from '../../../libs/platform/migrations/forget-feature.js';
import { knownMigrations } from '../../../libs/platform/migrations/schema.js';
import { eventually } from '../../support/eventually.js';
import { PGVECTOR, SCHEMAS } from '../../support/database/open-database.js';
import {
  Broken1790000004000,
  Extra1790000003000,
  LabelNames1790000002000,
  labels,
  Labels1790000001000,
} from '../../support/database/label-migrations.js';
import { SchemaBed } from '../../support/database/schema-bed.js';

/** As it was before its second migration. */
const NOTES: Schema = { ...notesFeature.schema, migrations: notesFeature.schema.migrations.slice(0, 1) };

const onPostgres = process.env['TEST_DATABASE_URL'] === undefined ? describe.skip : describe;

onPostgres('migrations on record', () => {
  let bed: SchemaBed;
  beforeEach(async () => {
    bed = await SchemaBed.postgres();
  });
  afterEach(() => bed.close());

  const features = async (schemas: readonly Schema[]) =>
    bed.open(schemas, async (database) => {
      const { features: all, release } = await database.migrationStatus();
      expect(release).toBe('1.0.0');
      return new Map(all.map((each) => [each.feature, each]));
    });

  it('are recorded by feature, with what each made, renamed and dropped', async () => {
    const renamed = { contracts: LabelNames1790000002000, oldestRelease: '1.0.0' };
    const found = (await features([labels(renamed)])).get('labels');
    expect(found?.migrations).toEqual([
      {
        name: 'Labels1790000001000',
        state: 'applied',
        feature: 'labels',
        kind: 'expands',
        oldestRelease: null,
        appliedAt: expect.any(Date),
        appliedBy: '1.0.0',
      },
      expect.objectContaining({ name: 'LabelNames1790000002000', kind: 'contracts', oldestRelease: '1.0.0' }),
    ]);
    expect(found?.objects).toEqual([
      { kind: 'table', name: 'labels' },
      { kind: 'table', name: 'memory_labels' },
      { kind: 'function', name: 'keep_labels()' },
      { kind: 'type', name: 'label_colour' },
    ]);
  });

  it('of a feature that is gone are accepted, and its tables stay confined', async () => {
    await bed.open([NOTES], async ({ migrations }) => {
      expect([migrations.migrated, migrations.unknown]).toEqual([expect.arrayContaining(['Notes1763800000000']), []]);
    });
    await bed.open([], async ({ migrations, dataSource }) => {
      expect(migrations.migrated).toEqual([]);
      expect(migrations.unknown).toEqual([expect.objectContaining({ feature: 'notes', kind: 'expands' })]);
      expect(await dataSource.query('SELECT * FROM notes')).toEqual([]);
    });
    const found = (await features([])).get('notes');
    expect(found).toMatchObject({ inThisBuild: false, migrations: [{ state: 'unknown' }] });
    await bed.asMigrator((db) => db.query('ALTER TABLE notes NO FORCE ROW LEVEL SECURITY'));
    await expect(bed.open([], () => Promise.resolve())).rejects.toThrow('table notes: row-level security');
  });

  it('that contract are refused where this release is too old, and say what to do; nothing is changed', async () => {
    await bed.open([labels({ contracts: LabelNames1790000002000, oldestRelease: '1.4.0' })], () => Promise.resolve());
    const pending = { feature: 'extra', entities: [], migrations: [{ expands: Extra1790000003000 }] };
    await expect(bed.open([pending], () => Promise.resolve())).rejects.toThrow(
      /^The migration LabelNames1790000002000 of labels, applied by release 1\.0\.0, needs release 1\.4\.0 or newer; this is release 1\.0\.0\.\nStart a build that has it, or restore the backup from before it\. docs\/operate\/upgrade\.md/,
    );
    expect(await bed.asMigrator((db) => db.query(`SELECT to_regclass('extras') AS table`))).toEqual([{ table: null }]);
  });

  it('that say nothing are refused by a build without them, and so are those without a record', async () => {
    await bed.open([{ feature: 'labels', entities: [], migrations: [Labels1790000001000] }], () => Promise.resolve());
    await expect(bed.open([], () => Promise.resolve())).rejects.toThrow('only builds that have it work on its result');
    await bed.asMigrator((db) => db.query(`DELETE FROM mneme_migration_log WHERE feature = 'labels'`));
    await expect(bed.open([], () => Promise.resolve())).rejects.toThrow(
      'The database has the migration Labels1790000001000, which this build does not have, and no record says',
    );
  });

  describe('while others work on the database', () => {
    let holder: Client;
    let other: Client;
    const migrationWaits = async (): Promise<void> =>
      eventually(async () => {
        const { rows } = await other.query(
          `SELECT FROM pg_locks WHERE relation = 'memories'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`,
        );
        expect(rows).toHaveLength(1);
      });

    beforeEach(async () => {
      await bed.open([], () => Promise.resolve());
      [holder, other] = [bed.client(), bed.client()];
      await Promise.all([holder.connect(), other.connect()]);
    });
    afterEach(() => Promise.all([holder.end(), other.end()]));

    it('let go of what writers wait for, as long as a backup reads', async () => {
      const printed = jest.spyOn(console, 'log');
      await holder.query('BEGIN; LOCK TABLE memories IN ACCESS SHARE MODE');
      const opening = bed.open([labels()], ({ migrations }) => Promise.resolve(migrations.migrated));
      await migrationWaits();
      // As long as a request waits for a statement.
      await other.query(`SET statement_timeout = '5s'`);
      await other.query('BEGIN; LOCK TABLE memories, tenants IN ROW EXCLUSIVE MODE; COMMIT');
      await migrationWaits();
      await holder.query('COMMIT');
      expect(await opening).toEqual(['Labels1790000001000']);
      expect((await features([labels()])).get('labels')?.objects).toHaveLength(5);
      // Standard output is for what `mneme migrate --json` answers.
      expect(printed).not.toHaveBeenCalled();
    });

    it('do not fail where a transaction takes the tables in another order', async () => {
      await holder.query('BEGIN; LOCK TABLE memories IN ROW EXCLUSIVE MODE');
      const opening = bed.open([labels()], ({ migrations }) => Promise.resolve(migrations.migrated));
      await migrationWaits();
      await holder.query('LOCK TABLE tenants IN ROW EXCLUSIVE MODE; COMMIT');
      expect(await opening).toEqual(['Labels1790000001000']);
    });
  });

  it('from before the records are recorded as this build knows them', async () => {
    await bed.open([NOTES], () => Promise.resolve());
    await bed.asMigrator((db) => db.query('DROP TABLE mneme_migration_log, mneme_feature_objects'));
    const found = (await features([NOTES])).get('notes');
    expect(found?.migrations).toEqual([
      expect.objectContaining({ state: 'applied', kind: 'expands', appliedAt: null, appliedBy: null }),
    ]);
    await bed.asMigrator(async (db) => {
      const forget = (dropTables: boolean) => forgetFeature(db, bed.known([]), { feature: 'notes', dropTables });
      await expect(forget(true)).rejects.toThrow('Drop them by hand');
      expect(await forget(false)).toMatchObject({ migrations: ['Notes1763800000000'], dropped: [], kept: [] });
    });
  });

  it('of a feature are forgotten with all that it made, its triggers on other tables too', async () => {
    await bed.open([labels(), NOTES], () => Promise.resolve());
    await bed.asMigrator(async (db) => {
      const known = bed.known([NOTES]);
      const forget = (feature: string, dropTables: boolean) => forgetFeature(db, known, { feature, dropTables });
      await expect(forget('notes', true)).rejects.toThrow('part of this build');
      await expect(forget('lables', true)).rejects.toThrow(
        'No feature lables is recorded in the database. Recorded are: ',
      );
      expect(await forget('labels', true)).toEqual({
        feature: 'labels',
        migrations: ['Labels1790000001000'],
        dropped: [
          { kind: 'view', name: 'label_names' },
          { kind: 'table', name: 'label_groups' },
          { kind: 'table', name: 'labels' },
          { kind: 'function', name: 'keep_labels()' },
          { kind: 'type', name: 'label_colour' },
        ],
        kept: [],
      });
      await db.query(`DELETE FROM tenants`);
      expect(await db.query(`SELECT to_regclass('labels') AS labels, to_regclass('notes')::text AS notes`)).toEqual([
        { labels: null, notes: 'notes' },
      ]);
    });
    expect((await features([NOTES])).has('labels')).toBe(false);
  });

  it('of a feature are kept whole where something else needs its tables', async () => {
    const extra: Schema = { feature: 'extra', entities: [], migrations: [{ expands: Extra1790000003000 }] };
    await bed.open([labels({ expands: LabelNames1790000002000 }), extra], () => Promise.resolve());
    await bed.asMigrator(async (db) => {
      const forget = forgetFeature(db, bed.known([extra]), { feature: 'labels', dropTables: true });
      await expect(forget).rejects.toThrow(
        /^Nothing was dropped or forgotten: .*constraint extras_label on table extras depends on table memory_labels$/,
      );
    });
    expect((await features([extra])).get('labels')?.objects).toHaveLength(4);
  });

  it('of a feature that comes back do not run beside what it left', async () => {
    await bed.open([NOTES], () => Promise.resolve());
    await bed.asMigrator(async (db) => {
      const kept = await forgetFeature(db, bed.known([]), { feature: 'notes', dropTables: false });
      expect(kept).toMatchObject({ migrations: ['Notes1763800000000'], kept: [{ kind: 'table', name: 'notes' }] });
    });
    await expect(bed.open([NOTES], () => Promise.resolve())).rejects.toThrow(
      'The feature notes was forgotten and what it had made was kept: notes.',
    );
    await bed.asMigrator((db) => forgetFeature(db, bed.known([NOTES]), { feature: 'notes', dropTables: true }));
    await bed.open([NOTES], async ({ migrations }) => {
      expect(migrations.migrated).toEqual(['Notes1763800000000']);
    });
  });

  it('that fail leave nothing, and are named', async () => {
    const broken: Schema = { feature: 'broken', entities: [], migrations: [{ expands: Broken1790000004000 }] };
    await expect(bed.open([broken], () => Promise.resolve())).rejects.toThrow(
      'The migration Broken1790000004000 of broken failed: relation "memories" already exists',
    );
    expect(await bed.asMigrator((db) => db.query(`SELECT to_regclass('half') AS half`))).toEqual([{ half: null }]);
    expect((await features([])).has('broken')).toBe(false);
  });
});

/** Each start of it takes a second: the ways of the above, one after the other. */
it('are recorded, accepted, refused and forgotten on the embedded database too', async () => {
  const bed = await SchemaBed.embedded();
  const namesOf = (unknown: readonly { readonly name: string }[]): string[] => unknown.map(({ name }) => name);
  await bed.open([labels({ contracts: LabelNames1790000002000, oldestRelease: '1.0.0' }), NOTES], async (database) => {
    expect(database.migrations.migrated).toHaveLength(3);
    const { features } = await database.migrationStatus();
    expect(features.find(({ feature }) => feature === 'labels')?.objects).toEqual([
      { kind: 'table', name: 'labels' },
      { kind: 'table', name: 'memory_labels' },
      { kind: 'function', name: 'keep_labels()' },
      { kind: 'type', name: 'label_colour' },
    ]);
  });
  await bed.open([], async ({ migrations, dataSource }) => {
    expect(namesOf(migrations.unknown)).toEqual([
      'Notes1763800000000',
      'Labels1790000001000',
      'LabelNames1790000002000',
    ]);
    expect(await dataSource.query('SELECT * FROM notes')).toEqual([]);
  });
  await bed.asMigrator(async (db) => {
    await forgetFeature(db, bed.known([]), { feature: 'notes', dropTables: false });
    await db.query(`UPDATE mneme_migration_log SET oldest_release = '1.4.0' WHERE name ~ '^LabelNames'`);
  });
  await expect(bed.open([NOTES], () => Promise.resolve())).rejects.toThrow('needs release 1.4.0 or newer');
  await bed.asMigrator(async (db) => {
    const { dropped } = await forgetFeature(db, bed.known([]), { feature: 'labels', dropTables: true });
    expect(dropped).toHaveLength(4);
    await db.query('DELETE FROM tenants');
  });
  await expect(bed.open([NOTES], () => Promise.resolve())).rejects.toThrow('The feature notes was forgotten');
  await bed.close();
}, 180_000);

it('a declared release is one', () => {
  const migrations = [{ contracts: Labels1790000001000, oldestRelease: 'next' }];
  expect(() => knownMigrations([{ feature: 'labels', entities: [], migrations }])).toThrow(
    'Labels1790000001000: oldestRelease must be a release such as 1.2.0, and is next',
  );
});

it('each of the service’s own says whether it expands or contracts', () => {
  const known = knownMigrations([platformSchema, ...SCHEMAS, PGVECTOR]);
  const released = JSON.parse(readFileSync('test/migrations/released.json', 'utf8')) as object;
  expect(known.map(({ name }) => name).sort()).toEqual(Object.keys(released).sort());
  expect(known.filter(({ kind, oldestRelease }) => kind === 'contracts' && oldestRelease === null)).toEqual([]);
});
