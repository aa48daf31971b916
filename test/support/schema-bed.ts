import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Database,
  EmbeddedDatabase,
  platformSchema,
  postgresTarget,
  type AppConfig,
  type DatabaseTarget,
  type Schema,
} from '@mneme/platform';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { openDataSource } from '../../libs/platform/database/open-data-source.js';
import { knownMigrations, type KnownMigration } from '../../libs/platform/migrations/schema.js';
import { migratedFiles, PGVECTOR, SCHEMAS } from './open-database.js';
import { createTestDatabase } from './test-database.js';

/** A migrated database that builds with other features are started on, one after the other. */
export class SchemaBed {
  private constructor(
    private readonly base: readonly Schema[],
    private readonly target: () => Promise<DatabaseTarget>,
    private readonly url: string | undefined,
    readonly close: () => Promise<void>,
  ) {}

  static async embedded(): Promise<SchemaBed> {
    const folder = await mkdtemp(join(tmpdir(), 'mneme-db-'));
    const files = join(folder, 'db');
    await migratedFiles(files, folder);
    return new SchemaBed(
      [...SCHEMAS, PGVECTOR],
      () => EmbeddedDatabase.open(files, folder),
      undefined,
      () => rm(folder, { recursive: true }),
    );
  }

  static async postgres(): Promise<SchemaBed> {
    const { url, drop } = await createTestDatabase();
    const target = (): DatabaseTarget => postgresTarget({ databasePool: 2 } as AppConfig, { url, appUrl: undefined });
    return new SchemaBed(SCHEMAS, () => Promise.resolve(target()), url, drop);
  }

  /** What a build with these features beside the service's own does while it runs. */
  async open<T>(more: readonly Schema[], work: (database: Database) => Promise<T>): Promise<T> {
    const database = await Database.open(await this.target(), [...this.base, ...more]);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  /** Somebody else's connection to the PostgreSQL database, as its owner. */
  client(): Client {
    return new Client({ connectionString: this.url });
  }

  /** The migrations of such a build. */
  known(more: readonly Schema[]): KnownMigration[] {
    return knownMigrations([platformSchema, ...this.base, ...more]);
  }

  async asMigrator<T>(work: (db: DataSource) => Promise<T>): Promise<T> {
    const target = await this.target();
    const db = await openDataSource(target.preparation.login, []);
    try {
      return await work(db);
    } finally {
      await db.destroy();
      await target.close();
    }
  }
}
