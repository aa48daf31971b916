import type { Schema } from '../migrations/schema.js';
import { Idempotency1763812000000 } from './idempotency.migration.js';

/** What idempotency keeps in the database. */
export const idempotencySchema: Schema = {
  feature: 'platform',
  entities: [],
  migrations: [{ expands: Idempotency1763812000000 }],
};
