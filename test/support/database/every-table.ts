import type { TenantId } from '@mneme/platform/ids';
import type { QueryRunner } from 'typeorm';

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A value of each type, another one for each tenant `$1` and row `i`. */
const VALUES: readonly (readonly [type: RegExp, value: string])[] = [
  [/\[\]$/, `'{}'`],
  [/^text/, `md5($1 || i)`],
  [/^uuid/, `md5($1 || i)::uuid`],
  [/^xid8/, `i::text::xid8`],
  [/^(smallint|integer|bigint|double|real|numeric)/, 'i'],
  [/^boolean/, 'true'],
  [/^date/, 'current_date - i'],
  [/^timestamp/, `timestamptz '2026-07-05' + i * interval '1 day'`],
  [/^jsonb?$/, `'{}'`],
  [/^bytea/, `decode(md5($1 || i), 'hex')`],
  [/^vector/, `'[1,2]'`],
];

/** Every table that has rows of tenants, whichever feature made it. */
export async function tenantTables(runner: QueryRunner): Promise<string[]> {
  const tables = await allTables(runner);
  const found = await rowsOf<{ name: string }>(
    runner,
    `SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
      WHERE c.relname = ANY ($1) AND c.relname <> 'tenant_erasures' ORDER BY c.relname`,
    [tables],
  );
  return found.map(({ name }) => name);
}

/** Puts rows of a tenant into every table, whatever the table asks of them: as its owner, without checks and triggers. */
export async function fillEveryTable(runner: QueryRunner, tenant: TenantId, rows: number): Promise<void> {
  await runner.query('SET session_replication_role = replica');
  const checks = await rowsOf<{ sql: string }>(
    runner,
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS sql FROM pg_constraint
      WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND conrelid <> 0`,
  );
  for (const { sql } of checks) await runner.query(sql);
  for (const table of await tenantTables(runner)) {
    const columns = await rowsOf<Column>(
      runner,
      `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
          AND attname <> 'tenant_id'`,
      [table],
    );
    const names = columns.map(({ name }) => `"${name}"`);
    const values = columns.map(({ type }) => VALUES.find(([pattern]) => pattern.test(type))?.[1] ?? 'NULL');
    await runner.query(
      `INSERT INTO ${table} (${['tenant_id', ...names].join(', ')})
       SELECT ${['$1::text', ...values].join(', ')} FROM generate_series(1, $2::int) i ON CONFLICT DO NOTHING`,
      [tenant, rows],
    );
  }
  await runner.query('RESET session_replication_role');
}

/** How many rows of a tenant each table has, and a digest of all that is in them. */
export async function contentsOf(
  runner: QueryRunner,
  tenant: TenantId,
): Promise<Record<string, { rows: number; digest: string }>> {
  const contents: Record<string, { rows: number; digest: string }> = {};
  for (const table of await tenantTables(runner)) {
    const [row] = await rowsOf<{ rows: number; digest: string }>(
      runner,
      `SELECT count(*)::int AS rows, md5(coalesce(string_agg(t::text, ';' ORDER BY t::text), '')) AS digest
         FROM ${table} t WHERE tenant_id = $1`,
      [tenant],
    );
    contents[table] = row ?? { rows: 0, digest: '' };
  }
  return contents;
}

/** The tables of which a row has this text in any of its columns. */
export async function tablesThatName(runner: QueryRunner, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await allTables(runner)) {
    const rows = await rowsOf<unknown>(runner, `SELECT FROM ${table} t WHERE strpos(t::text, $1) > 0 LIMIT 1`, [text]);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

async function allTables(runner: QueryRunner): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    runner,
    `SELECT relname::text AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

async function rowsOf<T>(runner: QueryRunner, sql: string, parameters: unknown[] = []): Promise<T[]> {
  return await runner.query(sql, parameters);
}
