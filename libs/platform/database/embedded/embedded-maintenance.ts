import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { PeriodicJob } from '../../concurrency/periodic-job.js';

const INTERVAL_MS = 15_000;

/** The engine counts what has changed for up to a minute before it tells anyone. */
const TELL_CHANGES = 'SELECT pg_stat_force_next_flush()';

/**
 * The thresholds of PostgreSQL's own autovacuum, with fewer rows to start with; and tables that nothing is known of, for
 * what was counted before a stop may be lost. Statistics of tenants are not among them: `ignoreTenantStatistics`.
 */
const WORN = `
  SELECT changes.relname::text AS table
    FROM pg_stat_user_tables AS changes JOIN pg_class AS known ON known.oid = changes.relid
   WHERE n_dead_tup > 1000 + 0.2 * n_live_tup OR n_mod_since_analyze > 1000 + 0.1 * n_live_tup
      OR known.reltuples < 0 AND pg_relation_size(known.oid) > 65536`;

/**
 * What autovacuum does elsewhere: the embedded engine has no background processes, and tables that change much would
 * grow and keep stale statistics. A table takes 5 ms, or 300 ms after 20,000 new memories; the one connection waits.
 */
export function embeddedMaintenance(dataSource: DataSource): PeriodicJob {
  const logger = new Logger('EmbeddedMaintenance');
  const work = async (): Promise<boolean> => {
    await dataSource.query(TELL_CHANGES);
    const worn = await dataSource.query<{ table: string }[]>(WORN);
    for (const { table } of worn) await dataSource.query(`VACUUM (ANALYZE) "${table}"`);
    return false;
  };
  return new PeriodicJob(work, INTERVAL_MS, (error) => {
    logger.warn(`maintenance: ${String(error)}`);
  });
}
