import { AppConfig } from '../config/app-config.js';
import { DataDirectory } from '../data-directory/data-directory.js';
import type { DatabaseTarget } from '../database/database-target.js';
import { Database } from '../database/database.js';
import { EmbeddedDatabase } from '../database/embedded/embedded-database.js';
import { postgresTarget } from '../database/postgres-target.js';
import type { Schema } from '../migrations/schema.js';
import type { Tracing } from '../observability/tracing/export-traces.js';
import { startTracing } from '../observability/tracing/tracing.js';

/** What an application runs on: its configuration with all secrets, and its open, migrated database. */
export class Installation {
  private constructor(
    readonly config: AppConfig,
    readonly database: Database,
    /** Undefined with an external database. */
    readonly directory: DataDirectory | undefined,
    private readonly tracing: Tracing,
  ) {}

  /** @throws Error that says what to do where the data directory or the database cannot be used */
  static async open(config: AppConfig, schemas: readonly Schema[]): Promise<Installation> {
    const tracing = await startTracing(config.tracing);
    try {
      return await this.openTraced(config, schemas, tracing);
    } catch (error) {
      await tracing.close();
      throw error;
    }
  }

  /** The last thing to close: everything that uses the database must have ended. */
  async close(): Promise<void> {
    await this.database.close();
    await this.directory?.close();
    await this.tracing.close();
  }

  private static async openTraced(
    config: AppConfig,
    schemas: readonly Schema[],
    tracing: Tracing,
  ): Promise<Installation> {
    if (config.postgres !== undefined) {
      const database = await Database.open(postgresTarget(config, config.postgres), schemas);
      return new Installation(config, database, undefined, tracing);
    }
    const directory = await DataDirectory.open(config.dataDir);
    try {
      const secrets = await directory.secrets();
      const database = await Database.open(await embedded(directory), schemas);
      return new Installation(AppConfig.withSecrets(config, secrets), database, directory, tracing);
    } catch (error) {
      await directory.close();
      throw error;
    }
  }
}

async function embedded(directory: DataDirectory): Promise<DatabaseTarget> {
  return EmbeddedDatabase.open(directory.databaseDir, directory.socketDir);
}
