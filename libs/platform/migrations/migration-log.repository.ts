import type { KnownMigration, MigrationKind } from './schema.js';

/** Held while the schema changes, so that of several processes one works and the others wait. */
const MIGRATION_LOCK = 7_266_001;

/** What TypeORM writes its own record to. */
export const MIGRATIONS_TABLE = 'mneme_migrations';

/** Anything that runs SQL: a data source, or the query runner of a transaction. */
export interface Querying {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** A migration that was applied to a database, with what is recorded about it; all null where nothing is. */
export interface AppliedMigration {
  readonly name: string;
  readonly feature: string | null;
  readonly kind: MigrationKind | null;
  readonly oldestRelease: string | null;
  /** Null where it was applied before there were records. */
  readonly appliedAt: Date | null;
  readonly appliedBy: string | null;
}

/** What a login can see of the migrations of a database. */
export interface MigrationsAccess {
  readonly login: string;
  /** Whether any migration was ever applied. */
  readonly exists: boolean;
  readonly readable: boolean;
}

/**
 * What is recorded about the migrations of a database, beside TypeORM's table of names, which remains the truth of what
 * ran. Its tables are made here and not by a migration, so that a build from before them does not meet an unknown one.
 */
export class MigrationLogRepository {
  constructor(private readonly db: Querying) {}

  /** Waits until no other process changes the schema. Held by the connection: `unlock`, or close it. */
  async lock(): Promise<void> {
    await this.db.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  }

  async unlock(): Promise<void> {
    await this.db.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }

  /** Has statements that do not get a lock in so long fail; 0: they wait for as long as it takes. */
  async limitLockWaits(ms: number, within: 'transaction' | 'session'): Promise<void> {
    await this.db.query(`SET ${within === 'transaction' ? 'LOCAL' : 'SESSION'} lock_timeout = ${ms}`);
  }

  /** Waits until no other process changes the schema. @param seconds how long at most */
  async awaitUnlocked(seconds: number): Promise<void> {
    await this.db.query(`SET lock_timeout = '${seconds}s'`);
    await this.db.query('SELECT pg_advisory_lock_shared($1)', [MIGRATION_LOCK]);
    await this.db.query('SELECT pg_advisory_unlock_shared($1)', [MIGRATION_LOCK]);
  }

  /** Whether there is a record, and whether this login may read it. */
  async access(): Promise<MigrationsAccess | undefined> {
    const [access] = await this.db.query<MigrationsAccess[]>(
      `SELECT current_user AS login, to_regclass($1) IS NOT NULL AS exists,
              coalesce(has_table_privilege(to_regclass($1), 'SELECT'), false) AS readable`,
      [`public.${MIGRATIONS_TABLE}`],
    );
    return access;
  }

  async create(): Promise<void> {
    if (await this.has('mneme_migration_log')) return;
    await this.db.query(`
      CREATE TABLE IF NOT EXISTS mneme_feature_objects (
        kind text NOT NULL,
        name text NOT NULL,
        feature text NOT NULL,
        migration text NOT NULL,
        CONSTRAINT mneme_feature_objects_pk PRIMARY KEY (kind, name)
      )`);
    await this.db.query(`
      CREATE TABLE mneme_migration_log (
        name text NOT NULL,
        feature text NOT NULL,
        kind text NOT NULL,
        oldest_release text,
        applied_at timestamptz(3),
        applied_by text,
        CONSTRAINT mneme_migration_log_pk PRIMARY KEY (name),
        CONSTRAINT mneme_migration_log_kind CHECK (kind IN ('expands', 'contracts')),
        CONSTRAINT mneme_migration_log_oldest CHECK (kind = 'contracts' OR oldest_release IS NULL)
      )`);
  }

  /** Lets the application's role read what was applied. The role is made by the first migration. */
  async publish(): Promise<void> {
    const [role] = await this.db.query<{ reads: boolean }[]>(
      `SELECT has_table_privilege('mneme_app', 'mneme_migration_log', 'SELECT') AS reads`,
    );
    if (role?.reads === true) return;
    await this.db.query(`GRANT SELECT ON ${MIGRATIONS_TABLE}, mneme_migration_log, mneme_feature_objects TO mneme_app`);
  }

  /** Every migration that ran, oldest first. */
  async applied(): Promise<AppliedMigration[]> {
    if (!(await this.has(MIGRATIONS_TABLE))) return [];
    const [columns, join] = (await this.has('mneme_migration_log'))
      ? [
          'l.feature, l.kind, l.oldest_release, l.applied_at, l.applied_by',
          'LEFT JOIN mneme_migration_log l USING (name)',
        ]
      : ['NULL AS feature, NULL AS kind, NULL AS oldest_release, NULL AS applied_at, NULL AS applied_by', ''];
    return this.db.query<AppliedMigration[]>(
      `SELECT name, feature, kind, oldest_release AS "oldestRelease", applied_at AS "appliedAt", applied_by AS "appliedBy"
         FROM (SELECT m.name, m.timestamp, ${columns} FROM ${MIGRATIONS_TABLE} m ${join}) AS each ORDER BY timestamp, name`,
    );
  }

  /** Records a migration that is being applied, in its transaction. */
  async record({ name, feature, kind, oldestRelease }: KnownMigration, release: string): Promise<void> {
    await this.db.query(
      `INSERT INTO mneme_migration_log (name, feature, kind, oldest_release, applied_at, applied_by)
       VALUES ($1, $2, $3, $4, now(), $5)
       ON CONFLICT ON CONSTRAINT mneme_migration_log_pk DO UPDATE SET feature = excluded.feature, kind = excluded.kind,
         oldest_release = excluded.oldest_release, applied_at = excluded.applied_at, applied_by = excluded.applied_by`,
      [name, feature, kind, oldestRelease, release],
    );
  }

  /** Records what this build knows of migrations that were applied before there were records. */
  async recordEarlier(known: readonly KnownMigration[]): Promise<void> {
    const rows = known.map(({ name, feature, kind, oldestRelease }) => ({ name, feature, kind, oldestRelease }));
    await this.db.query(
      `INSERT INTO mneme_migration_log (name, feature, kind, oldest_release)
       SELECT name, feature, kind, "oldestRelease"
         FROM json_to_recordset($1::json) AS given(name text, feature text, kind text, "oldestRelease" text)
       ON CONFLICT ON CONSTRAINT mneme_migration_log_pk DO NOTHING`,
      [JSON.stringify(rows)],
    );
  }

  /** Removes all trace of these migrations, so that they would run again. */
  async remove(names: readonly string[]): Promise<void> {
    await this.db.query('DELETE FROM mneme_migration_log WHERE name = ANY ($1::text[])', [names]);
    await this.db.query(`DELETE FROM ${MIGRATIONS_TABLE} WHERE name = ANY ($1::text[])`, [names]);
  }

  private async has(table: string): Promise<boolean> {
    const [row] = await this.db.query<{ found: boolean }[]>(`SELECT to_regclass($1) IS NOT NULL AS found`, [
      `public.${table}`,
    ]);
    return row?.found === true;
  }
}
