import type { Schema } from '../migrations/schema.js';
import { JobLeases1763881800000 } from './job-leases.migration.js';

/** What background jobs keep in the database. */
export const jobsSchema: Schema = {
  feature: 'platform',
  entities: [],
  migrations: [{ expands: JobLeases1763881800000 }],
};
