import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DataSource } from 'typeorm';
import type { AppConfig } from '../config/app-config.js';
import { DataDirectory } from '../data-directory/data-directory.js';
import type { DatabaseTarget } from '../database/database-target.js';
import { EmbeddedDatabase } from '../database/embedded/embedded-database.js';
import { openDataSource } from '../database/open-data-source.js';
import { platformSchema } from '../database/platform.schema.js';
import { postgresTarget } from '../database/postgres-target.js';
import { forgetFeature, type ForgottenFeature } from '../migrations/forget-feature.js';
import { migrationStatus, type MigrationStatus } from '../migrations/migration-status.js';
import { knownMigrations, type KnownMigration, type Schema } from '../migrations/schema.js';
import { RELEASE } from '../config/release.js';

/** The migrations of a database, seen as either role, changed as the one that migrates. Opening it migrates nothing. */
export class MigrationAdmin {
  private constructor(
    private readonly dataSource: DataSource,
    private readonly known: readonly KnownMigration[],
    private readonly target: DatabaseTarget,
    /** Undefined with an external database. */
    readonly directory: DataDirectory | undefined,
  ) {}

  /** @throws Error that says what to do where the data directory or the database cannot be used */
  static async open(config: AppConfig, schemas: readonly Schema[]): Promise<MigrationAdmin> {
    const known = knownMigrations([platformSchema, ...schemas]);
    if (config.postgres !== undefined) return this.connect(known, postgresTarget(config, config.postgres));
    refuseMissing(config.dataDir);
    const directory = await DataDirectory.open(config.dataDir);
    try {
      const target = await EmbeddedDatabase.open(directory.databaseDir, directory.socketDir);
      return await this.connect(known, target, directory);
    } catch (error) {
      await directory.close();
      throw error;
    }
  }

  async status(): Promise<MigrationStatus> {
    return migrationStatus(this.dataSource, this.known, RELEASE);
  }

  /** @throws Error that says why where the feature cannot be forgotten; nothing was changed then */
  async forget(feature: string, dropTables: boolean): Promise<ForgottenFeature> {
    if (!this.target.preparation.migrates) {
      throw new Error('DATABASE_URL is not set: to forget a feature takes the login of the role that migrates');
    }
    return forgetFeature(this.dataSource, this.known, { feature, dropTables });
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.target.close();
    await this.directory?.close();
  }

  private static async connect(
    known: readonly KnownMigration[],
    target: DatabaseTarget,
    directory?: DataDirectory,
  ): Promise<MigrationAdmin> {
    try {
      return new MigrationAdmin(await openDataSource(target.preparation.login, []), known, target, directory);
    } catch (error) {
      await target.close();
      throw error;
    }
  }
}

/** Opening a folder creates a database in it, and a forgotten variable would look like an empty one. */
function refuseMissing(dataDir: string): void {
  if (existsSync(resolve(dataDir, 'database'))) return;
  throw new Error(
    `there is no database in ${resolve(dataDir)}: the first start or \`mneme migrate\` creates it, and MNEME_DATA_DIR names another folder`,
  );
}
