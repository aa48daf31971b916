import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppConfig } from '@mneme/platform/config';
import { Database, EmbeddedDatabase, postgresTarget, TenantDb } from '@mneme/platform/database';
import { tenantId } from '@mneme/platform/ids';
import type { Schema } from '@mneme/platform/migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTestDatabase } from '../../support/database/test-database.js';

const ROWS = 2_000;
const OWN = `tenant_id = current_setting('app.tenant_id', true)`;

/** A table of a release without the rule, as the last ANALYZE has left it. */
class Analysed1763899900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE things (tenant_id text, n integer, CONSTRAINT things_pk PRIMARY KEY (tenant_id, n))',
    );
    await runner.query(`INSERT INTO things SELECT 'seen', n FROM generate_series(1, ${ROWS}) AS n`);
    await runner.query('ALTER TABLE things ENABLE ROW LEVEL SECURITY');
    await runner.query('ALTER TABLE things FORCE ROW LEVEL SECURITY');
    await runner.query(`CREATE POLICY things_read ON things FOR SELECT TO mneme_app USING (${OWN})`);
    await runner.query(`CREATE POLICY things_write ON things FOR INSERT WITH CHECK (${OWN} AND n > 0)`);
    await runner.query('GRANT SELECT, INSERT ON things TO mneme_app');
    await runner.query('ANALYZE things');
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

const SCHEMAS: readonly Schema[] = [
  { feature: 'things', entities: [], migrations: [{ expands: Analysed1763899900000 }] },
];

interface Opened {
  readonly database: Database;
  close(): Promise<void>;
}

async function openEmbedded(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'mneme-db-'));
  const database = await Database.open(await EmbeddedDatabase.open(join(folder, 'db'), folder), SCHEMAS);
  return { database, close: () => database.close().then(() => rm(folder, { recursive: true })) };
}

async function openPostgres(): Promise<Opened> {
  const { url, drop } = await createTestDatabase();
  const target = postgresTarget({ databasePool: 1 } as AppConfig, { url, appUrl: undefined });
  const database = await Database.open(target, SCHEMAS);
  return { database, close: () => database.close().then(drop) };
}

describe.each([
  ...(process.env['TEST_EMBEDDED'] === 'off' ? [] : [['embedded', openEmbedded] as const]),
  ...(process.env['TEST_DATABASE_URL'] === undefined ? [] : [['PostgreSQL', openPostgres] as const]),
])('statistics of tenants in the %s database', (_, open) => {
  const unseen = tenantId('unseen');
  let opened: Opened;
  let db: TenantDb;

  beforeAll(async () => {
    opened = await open();
    db = new TenantDb(opened.database.dataSource);
  }, 120_000);
  afterAll(() => opened.close());

  it('are gone: a tenant that they did not know has as much as any other', async () => {
    const rows = await db.run(unseen, (tx) =>
      tx.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN SELECT FROM things WHERE tenant_id = 'unseen'`),
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(`rows=${ROWS / 200} `);
  });

  it('leave the policies as they were', async () => {
    const insert = (tenant: string, n: number): Promise<unknown> =>
      db.run(unseen, (tx) => tx.query('INSERT INTO things VALUES ($1, $2)', [tenant, n]));
    await expect(insert('seen', ROWS + 1)).rejects.toThrow();
    await expect(insert(unseen, -1)).rejects.toThrow();
    await insert(unseen, 1);
    const seen = await db.run(unseen, (tx) => tx.query<unknown[]>('SELECT n FROM things'));
    expect(seen).toEqual([{ n: 1 }]);
    const policies = await db.run(unseen, (tx) =>
      tx.query('SELECT policyname AS name, cmd, roles::text FROM pg_policies ORDER BY 1'),
    );
    expect(policies).toEqual([
      { name: 'things_read', cmd: 'SELECT', roles: '{mneme_app}' },
      { name: 'things_write', cmd: 'INSERT', roles: '{public}' },
    ]);
  });
});
