import pg from 'pg';
import { DataSource, type DataSourceOptions, type EntitySchema, type MigrationInterface } from 'typeorm';
import type { PeriodicJob } from '../jobs/periodic-job.js';
import type { DatabaseTarget, PostgresLogin } from './database-target.js';
import { embeddedMaintenance } from './embedded-maintenance.js';
import { Platform1763700000000 } from './platform.migration.js';
import { findRowSecurityFaults } from './row-security.js';

type EntityClass = abstract new () => object;
type MigrationClass = new () => MigrationInterface;

/** What the features keep in the database. Migrations run in the order of the time stamps in their names. */
export interface Schema {
  readonly entities: readonly (EntityClass | EntitySchema)[];
  readonly migrations: readonly MigrationClass[];
  /** Of parts that are not in use now: what they once made may be there. */
  readonly unused?: readonly MigrationClass[];
}

/**
 * Moments go out in UTC, on every connection. Else the driver writes them in the process's own zone, with an offset in whole
 * minutes. Before standard time offsets had seconds: from Berlin a moment of 1850 would arrive as one 28 s later.
 */
pg.defaults.parseInputDatesAsUTC = true;

/** Held while migrating, so that of two processes that start at once one waits. */
const MIGRATION_LOCK = 7_266_001;

/** An open, migrated database, spoken to as the application's role. */
export class Database {
  private constructor(
    readonly dataSource: DataSource,
    readonly migrated: readonly string[],
    private readonly target: DatabaseTarget,
    private readonly maintenance: PeriodicJob | undefined,
  ) {}

  /**
   * Migrates, gives up the migrator's rights and checks that every tenant table is confined.
   * @throws Error that says what to do where the database is newer than this program or not confined
   */
  static async open(target: DatabaseTarget, schema: Schema): Promise<Database> {
    try {
      const migrated = await migrate(target.migrator, schema);
      await target.demote();
      const dataSource = await connect(target.app, schema);
      const faults = await findRowSecurityFaults(dataSource);
      if (faults.length > 0) {
        await dataSource.destroy();
        throw new Error(`The database does not keep tenants apart:\n${faults.map((f) => `  - ${f}`).join('\n')}`);
      }
      const maintenance = target.embedded ? embeddedMaintenance(dataSource) : undefined;
      maintenance?.start();
      return new Database(dataSource, migrated, target, maintenance);
    } catch (error) {
      await target.close();
      throw error;
    }
  }

  get embedded(): boolean {
    return this.target.embedded;
  }

  /** Resolves, with why, where this process has lost its database for good and should end. */
  get lost(): Promise<Error> {
    return this.target.lost;
  }

  /** What it is: `PostgreSQL 18.6 (PGlite 0.5.14)`. */
  async version(): Promise<string> {
    const [row] = await this.dataSource.query<{ version: string }[]>('SELECT version()');
    return row?.version.split(' on ')[0] ?? 'PostgreSQL of unknown version';
  }

  async close(): Promise<void> {
    await this.maintenance?.stop();
    await this.dataSource.destroy();
    await this.target.close();
  }
}

async function connect(login: PostgresLogin, schema: Schema): Promise<DataSource> {
  const options: DataSourceOptions = {
    ...login,
    type: 'postgres',
    // Nothing but our own migrations may change the schema, and they say what they need.
    installExtensions: false,
    entities: [...schema.entities],
    migrations: [Platform1763700000000, ...schema.migrations],
    migrationsTableName: 'mneme_migrations',
    poolErrorHandler: () => undefined,
  };
  return new DataSource(options).initialize();
}

async function migrate(login: PostgresLogin, schema: Schema): Promise<string[]> {
  const dataSource = await connect(login, schema);
  try {
    await dataSource.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseNewer(dataSource, schema.unused ?? []);
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map((migration) => migration.name);
  } finally {
    await dataSource.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await dataSource.destroy();
  }
}

async function refuseNewer(dataSource: DataSource, unused: readonly MigrationClass[]): Promise<void> {
  const [table] = await dataSource.query<{ found: boolean }[]>(
    `SELECT to_regclass('public.mneme_migrations') IS NOT NULL AS found`,
  );
  if (table?.found !== true) return;
  const used = dataSource.migrations.map((migration) => migration.name ?? migration.constructor.name);
  const known = [...used, ...unused.map(({ name }) => name)];
  const unknown = await dataSource.query<{ name: string }[]>(
    'SELECT name FROM mneme_migrations WHERE name <> ALL ($1::text[]) ORDER BY name',
    [known],
  );
  if (unknown.length > 0) {
    const names = unknown.map((row) => row.name).join(', ');
    throw new Error(`The database was made by a newer version of Mneme (unknown migrations: ${names}). Update Mneme.`);
  }
}
