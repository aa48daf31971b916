import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Database,
  EmbeddedDatabase,
  idempotencySchema,
  jobsSchema,
  outboxSchema,
  postgresTarget,
  type AppConfig,
  type Schema,
} from '@mneme/platform';
import { intelligenceFeature } from '@mneme/intelligence';
import { keysSchema } from '@mneme/keys';
import { memoriesSchema } from '@mneme/memories';
import { pgvectorMigrations, retrievalMigrations } from '@mneme/retrieval';
import { usageSchema } from '@mneme/usage';
import { webhooksFeature } from '@mneme/webhooks';
import { DatabaseTemplate } from './database-template.js';
import { createTestDatabase } from './test-database.js';

/** A migrated database for tests that look under the service. */
export interface OpenDatabase {
  readonly database: Database;
  /** What autovacuum does in time: the planner's statistics are those of the rows that are there now. */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

/** Of every database of the service, on PostgreSQL without pgvector. */
export const SCHEMAS: readonly Schema[] = [
  jobsSchema,
  outboxSchema,
  usageSchema,
  idempotencySchema,
  keysSchema,
  { feature: 'retrieval', entities: [], migrations: retrievalMigrations },
  memoriesSchema,
  webhooksFeature.schema,
  intelligenceFeature.schema,
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
  const database = await Database.open(await EmbeddedDatabase.open(files, folder), [...SCHEMAS, PGVECTOR]);
  return {
    database,
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

async function openPostgres(connections = 4): Promise<OpenDatabase> {
  const { url, query, drop } = await createTestDatabase();
  const target = postgresTarget({ databasePool: connections } as AppConfig, { url, appUrl: undefined });
  const database = await Database.open(target, SCHEMAS);
  return {
    database,
    analyze: () => query('VACUUM (ANALYZE)'),
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
