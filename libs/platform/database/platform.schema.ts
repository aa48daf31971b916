import type { Schema } from '../migrations/schema.js';
import { Platform1763700000000 } from './platform.migration.js';

/** What every database has, whatever features it serves. */
export const platformSchema: Schema = {
  feature: 'platform',
  entities: [],
  migrations: [{ expands: Platform1763700000000 }],
};
