import type { DataSource } from 'typeorm';

const TABLES = `
  SELECT c.relname::text AS table,
         ARRAY(SELECT a.attname::text FROM pg_attribute a
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
    FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND has_table_privilege(c.oid, 'MAINTAIN')
   ORDER BY c.relname`;

/** Segments that were used before and wait to be written over. */
const USED_BEFORE = `
  SELECT count(*)::int AS segments FROM pg_ls_waldir() WHERE name > pg_walfile_name(pg_current_wal_lsn())`;

/**
 * Takes deleted rows out of the files of the embedded database, where they would stay until something else is written in
 * their place: in the tables, in what the planner has noted of their columns, and in the write-ahead log. Of every table,
 * since any may hold rows that were deleted long ago. The one connection waits while a table is rewritten.
 */
export async function scrubEmbedded(dataSource: DataSource): Promise<void> {
  const found = await dataSource.query<{ table: string; columns: string[] }[]>(TABLES);
  for (const { table, columns } of found) {
    await dataSource.query(
      `SELECT pg_clear_attribute_stats('public', $1, name, false) FROM unnest($2::text[]) AS name`,
      [table, columns],
    );
    await dataSource.query(`VACUUM (FULL, ANALYZE) "${table}"`);
  }
  await dataSource.query('VACUUM (FULL) pg_catalog.pg_statistic');
  await dataSource.query('SET wal_recycle = off');
  try {
    await emptyLog(dataSource);
  } finally {
    await dataSource.query('RESET wal_recycle');
  }
}

/** Goes on to a new segment behind all that were used, after which a checkpoint deletes these. */
async function emptyLog(dataSource: DataSource): Promise<void> {
  const [used] = await dataSource.query<{ segments: number }[]>(USED_BEFORE);
  for (let segment = 0; segment <= (used?.segments ?? 0); segment++) {
    // A segment that nothing was written to is not left.
    await dataSource.query(`SELECT pg_logical_emit_message(false, 'mneme', '')`);
    await dataSource.query('SELECT pg_switch_wal()');
  }
  await dataSource.query('CHECKPOINT');
}
