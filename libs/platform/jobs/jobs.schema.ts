import type { Schema } from '../database/database.js';
import { JobLeases1763881800000 } from './job-leases.migration.js';

/** What background jobs keep in the database. */
export const jobsSchema: Schema = { entities: [], migrations: [JobLeases1763881800000] };
