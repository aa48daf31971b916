import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { PeriodicJob } from '../concurrency/periodic-job.js';
import { awaitMigrations } from '../migrations/await-migrations.js';
import { migrate, type MigrationOutcome } from '../migrations/migrate.js';
import { migrationStatus, type MigrationStatus } from '../migrations/migration-status.js';
import { knownMigrations, type KnownMigration, type Schema } from '../migrations/schema.js';
import { RELEASE } from '../config/release.js';
import type { DatabaseTarget } from './database-target.js';
import { embeddedMaintenance } from './embedded/embedded-maintenance.js';
import { scrubEmbedded } from './embedded/embedded-scrub.js';
import { openDataSource } from './open-data-source.js';
import { platformSchema } from './platform.schema.js';
import { findRowSecurityFaults } from './row-security.js';

/**
 * Moments go out in UTC, on every connection. Else the driver writes them in the process's own zone, with an offset in whole
 * minutes. Before standard time offsets had seconds: from Berlin a moment of 1850 would arrive as one 28 s later.
 */
pg.defaults.parseInputDatesAsUTC = true;

/** An open, migrated database, spoken to as the application's role. */
export class Database {
  private constructor(
    readonly dataSource: DataSource,
    readonly migrations: MigrationOutcome,
    private readonly known: readonly KnownMigration[],
    private readonly target: DatabaseTarget,
    private readonly maintenance: PeriodicJob | undefined,
  ) {}

  /**
   * Migrates or, without the migrator's login, checks that another process has; gives up the migrator's rights and
   * checks that every tenant table is confined.
   * @throws Error that says what to do where the database does not fit this release or is not confined
   */
  static async open(target: DatabaseTarget, schemas: readonly Schema[]): Promise<Database> {
    try {
      const known = knownMigrations([platformSchema, ...schemas]);
      const { login, migrates } = target.preparation;
      const migrations = migrates
        ? await migrate(known, (classes) => openDataSource(login, schemas, classes))
        : await awaitMigrations(known, () => openDataSource(login, []));
      await target.demote();
      const dataSource = await openDataSource(target.app, schemas);
      const faults = await findRowSecurityFaults(dataSource);
      if (faults.length > 0) {
        await dataSource.destroy();
        throw new Error(`The database does not keep tenants apart:\n${faults.map((f) => `  - ${f}`).join('\n')}`);
      }
      const maintenance = target.embedded ? embeddedMaintenance(dataSource) : undefined;
      maintenance?.start();
      return new Database(dataSource, migrations, known, target, maintenance);
    } catch (error) {
      await target.close();
      throw error;
    }
  }

  get embedded(): boolean {
    return this.target.embedded;
  }

  /** Whether it is known to be working, on a statement that others wait for. */
  get atWork(): boolean {
    return this.target.atWork;
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

  /** What this build and the database have of migrations now. */
  async migrationStatus(): Promise<MigrationStatus> {
    return migrationStatus(this.dataSource, this.known, RELEASE);
  }

  /** Takes what was deleted out of the files of an embedded database. @param tables that much was deleted from */
  async scrub(): Promise<void> {
    if (this.embedded) await scrubEmbedded(this.dataSource);
  }

  async close(): Promise<void> {
    await this.maintenance?.stop();
    await this.dataSource.destroy();
    await this.target.close();
  }
}
