import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { PeriodicJob } from '../jobs/periodic-job.js';

const INTERVAL_MS = 60_000;

/** The thresholds of PostgreSQL's own autovacuum, with fewer rows to start with. */
const WORN = `
  SELECT relname::text AS table FROM pg_stat_user_tables
   WHERE n_dead_tup > 1000 + 0.2 * n_live_tup OR n_mod_since_analyze > 1000 + 0.1 * n_live_tup`;

/**
 * What autovacuum does elsewhere: the embedded engine has no background processes, and tables that change much would
 * grow and keep stale statistics. A table takes 5 ms, or 300 ms after 20,000 new memories; the one connection waits.
 */
export function embeddedMaintenance(dataSource: DataSource): PeriodicJob {
  const logger = new Logger('EmbeddedMaintenance');
  const work = async (): Promise<boolean> => {
    const worn = await dataSource.query<{ table: string }[]>(WORN);
    for (const { table } of worn) await dataSource.query(`VACUUM (ANALYZE) "${table}"`);
    return false;
  };
  return new PeriodicJob(work, INTERVAL_MS, (error) => {
    logger.warn(`maintenance: ${String(error)}`);
  });
}
