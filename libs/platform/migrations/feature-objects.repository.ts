import { MIGRATIONS_TABLE, type Querying } from './migration-log.repository.js';
import type { KnownMigration } from './schema.js';

/** In the order in which they can be dropped. */
const KINDS = ['view', 'materialized view', 'table', 'sequence', 'function', 'type'] as const;

/** Something in the schema `public` that a migration made: a function's name has its argument types. */
export interface FeatureObject {
  readonly kind: (typeof KINDS)[number];
  readonly name: string;
}

interface OwnedObject extends FeatureObject {
  readonly feature: string;
  readonly migration: string;
}

/** Object identifiers and what they stand for at one moment. */
export type Catalogue = ReadonlyMap<string, FeatureObject>;

/**
 * Which tables, views, sequences, functions and types are whose. What belongs to an extension belongs to no feature, and what
 * goes with its table (partitions, sequences of a column) is not listed beside it.
 */
export class FeatureObjectsRepository {
  constructor(private readonly db: Querying) {}

  async catalogue(): Promise<Catalogue> {
    const rows = await this.db.query<(FeatureObject & { id: string })[]>(CATALOGUE, [
      [MIGRATIONS_TABLE, 'mneme_migration_log', 'mneme_feature_objects'],
    ]);
    return new Map(rows.map(({ id, kind, name }) => [id, { kind, name }]));
  }

  /** Writes down what a migration has made, renamed and dropped, in its transaction. */
  async follow({ feature, name: migration }: KnownMigration, before: Catalogue, after: Catalogue): Promise<void> {
    const gone = [...before].filter(([id, { name }]) => after.get(id)?.name !== name);
    // Names may be exchanged: what was renamed is taken out as a whole before it is put back.
    const taken = await this.removeRows(gone.map(([, object]) => object));
    const renamed = gone.flatMap(([id, { kind, name }]) => {
      const owner = taken.find((row) => row.kind === kind && row.name === name);
      const now = after.get(id);
      return owner === undefined || now === undefined ? [] : [{ ...owner, name: now.name }];
    });
    const made = [...after].filter(([id]) => !before.has(id)).map(([, object]) => ({ ...object, feature, migration }));
    if (made.length + renamed.length === 0) return;
    await this.db.query(
      `INSERT INTO mneme_feature_objects (kind, name, feature, migration)
       SELECT kind, name, feature, migration
         FROM json_to_recordset($1::json) AS made(kind text, name text, feature text, migration text)
       ON CONFLICT ON CONSTRAINT mneme_feature_objects_pk DO UPDATE SET feature = excluded.feature, migration = excluded.migration`,
      [JSON.stringify([...made, ...renamed])],
    );
  }

  /** By feature, in the order in which they can be dropped. */
  async recorded(): Promise<Map<string, FeatureObject[]>> {
    const [table] = await this.db.query<{ found: boolean }[]>(
      `SELECT to_regclass('public.mneme_feature_objects') IS NOT NULL AS found`,
    );
    if (table?.found !== true) return new Map();
    const rows = await this.db.query<(FeatureObject & { feature: string })[]>(
      'SELECT feature, kind, name FROM mneme_feature_objects ORDER BY feature, array_position($1::text[], kind), name',
      [KINDS],
    );
    const byFeature = new Map<string, FeatureObject[]>();
    for (const { feature, kind, name } of rows)
      byFeature.set(feature, [...(byFeature.get(feature) ?? []), { kind, name }]);
    return byFeature;
  }

  /** Drops them, and the triggers that call their functions. What others still depend on makes it fail. */
  async drop(objects: readonly FeatureObject[]): Promise<void> {
    const functions = objects.filter(({ kind }) => kind === 'function').map(({ name }) => name);
    const triggers = await this.db.query<{ drop: string }[]>(
      `SELECT format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass) AS drop FROM pg_trigger t
        WHERE NOT t.tgisinternal AND t.tgfoid IN (SELECT to_regprocedure(name) FROM unnest($1::text[]) AS name)`,
      [functions],
    );
    for (const { drop } of triggers) await this.db.query(drop);
    for (const kind of KINDS) {
      const names = objects.filter((object) => object.kind === kind).map(({ name }) => name);
      if (names.length > 0) await this.db.query(dropStatement(kind, names));
    }
    await this.removeRows(objects);
  }

  private async removeRows(objects: readonly FeatureObject[]): Promise<OwnedObject[]> {
    if (objects.length === 0) return [];
    const rows = JSON.stringify(objects);
    const found = await this.db.query<OwnedObject[]>(
      `SELECT o.kind, o.name, o.feature, o.migration FROM mneme_feature_objects o
         JOIN json_to_recordset($1::json) AS gone(kind text, name text) ON o.kind = gone.kind AND o.name = gone.name`,
      [rows],
    );
    await this.db.query(
      `DELETE FROM mneme_feature_objects o USING json_to_recordset($1::json) AS gone(kind text, name text)
        WHERE o.kind = gone.kind AND o.name = gone.name`,
      [rows],
    );
    return found;
  }
}

/** One statement for all of a kind, so that those that refer to each other go together. */
function dropStatement(kind: FeatureObject['kind'], names: readonly string[]): string {
  if (kind === 'function') return `DROP ROUTINE IF EXISTS ${names.join(', ')}`;
  const quoted = names.map((name) => `public."${name.replaceAll('"', '""')}"`);
  return `DROP ${kind.toUpperCase()} IF EXISTS ${quoted.join(', ')}`;
}

const CATALOGUE = `
  SELECT o.kind, o.classid::text || ':' || o.objid::text AS id, o.name FROM (
    SELECT CASE relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'S' THEN 'sequence' ELSE 'table' END AS kind,
           'pg_class'::regclass::oid AS classid, oid AS objid, relname::text AS name
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
       AND relname <> ALL ($1::text[])
    UNION ALL
    SELECT 'function', 'pg_proc'::regclass::oid, oid, oid::regprocedure::text
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'type', 'pg_type'::regclass::oid, oid, typname::text
      FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')) AS o
   WHERE NOT EXISTS (SELECT FROM pg_depend d
                      WHERE d.classid = o.classid AND d.objid = o.objid AND d.deptype IN ('a', 'e', 'i'))`;
