import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppConfig } from '@mneme/platform/config';
import { Database, EmbeddedDatabase, postgresTarget, type DatabaseTarget } from '@mneme/platform/database';
import { idempotencySchema } from '../../../libs/platform/idempotency/idempotency.schema.js';
import { erasureSchema } from '../../../libs/platform/erasure/erasure.schema.js';
import { jobsSchema } from '../../../libs/platform/jobs/jobs.schema.js';
import type { Schema } from '@mneme/platform/migrations';
import { outboxSchema } from '../../../libs/platform/outbox/outbox.schema.js';
import { intelligenceSchema } from '../../../libs/intelligence/intelligence.schema.js';
import { keysSchema } from '../../../libs/keys/keys.schema.js';
import { memoriesSchema } from '../../../libs/memories/memories.schema.js';
import { pgvectorMigrations, retrievalMigrations } from '../../../libs/retrieval/retrieval.migrations.js';
import { usageSchema } from '../../../libs/usage/usage.schema.js';
import { webhooksSchema } from '../../../libs/webhooks/webhooks.schema.js';
import { DataSource, type QueryRunner } from 'typeorm';
import { DatabaseTemplate } from './database-template.js';
import { createTestDatabase } from './test-database.js';

/** A migrated database for tests that look under the service. */
export interface OpenDatabase {
  readonly database: Database;
  /** Does what a migration does, with its rights and while the database is not open; it is another one afterwards. */
  migrate(work: (runner: QueryRunner) => Promise<void>): Promise<void>;
  /** What autovacuum does in time: the planner's statistics are those of the rows that are there now. */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

/** Of every database of the service, on PostgreSQL without pgvector. */
export const SCHEMAS: readonly Schema[] = [
  jobsSchema,
  erasureSchema,
  outboxSchema,
  usageSchema,
  idempotencySchema,
  keysSchema,
  { feature: 'retrieval', entities: [], migrations: retrievalMigrations },
  memoriesSchema,
  webhooksSchema,
  intelligenceSchema,
];
export const PGVECTOR: Schema = { feature: 'retrieval', entities: [], migrations: pgvectorMigrations };

/**
 * The databases that this run can test: the embedded one, unless TEST_EMBEDDED is off because another run has just tested
 * it, and PostgreSQL where TEST_DATABASE_URL names one.
 */
export const DATABASES: readonly (readonly [string, (connections?: number) => Promise<OpenDatabase>])[] = [
  ...(process.env['TEST_EMBEDDED'] === 'off' ? [] : [['embedded', openEmbedded] as const]),
  ...(process.env['TEST_DATABASE_URL'] === undefined ? [] : [['PostgreSQL', openPostgres] as const]),
];

export async function openEmbedded(): Promise<OpenDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-db-'));
  const files = join(folder, 'db');
  await migratedFiles(files, folder);
  const open = async (): Promise<Database> =>
    Database.open(await EmbeddedDatabase.open(files, folder), [...SCHEMAS, PGVECTOR]);
  let database = await open();
  return {
    get database() {
      return database;
    },
    migrate: async (work) => {
      await database.close();
      const target = await EmbeddedDatabase.open(files, folder);
      await asMigrator(target.preparation.login, work);
      await target.close();
      database = await open();
    },
    analyze: async () => {
      await database.dataSource.query('VACUUM (ANALYZE)');
    },
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Puts the files of an embedded database that is migrated, and open no more, there. */
export async function migratedFiles(files: string, folder: string): Promise<void> {
  if (await DatabaseTemplate.copy(files)) return;
  await (await Database.open(await EmbeddedDatabase.open(files, folder), [...SCHEMAS, PGVECTOR])).close();
  await DatabaseTemplate.keep(files);
}

async function asMigrator(
  login: DatabaseTarget['preparation']['login'],
  work: (runner: QueryRunner) => Promise<void>,
): Promise<void> {
  const dataSource = await new DataSource({ ...login, type: 'postgres', installExtensions: false }).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await work(runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

async function openPostgres(connections = 4): Promise<OpenDatabase> {
  const { url, query, drop } = await createTestDatabase();
  const target = postgresTarget({ databasePool: connections } as AppConfig, { url, appUrl: undefined });
  const database = await Database.open(target, SCHEMAS);
  return {
    database,
    migrate: (work) => asMigrator(target.preparation.login, work),
    analyze: () => query('VACUUM (ANALYZE)'),
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
