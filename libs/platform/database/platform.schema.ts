import type { Schema } from '../migrations/schema.js';
import { Platform1763700000000 } from './platform.migration.js';

/** The schema that every database has, regardless of its features. */
export const platformSchema: Schema = {
  feature: 'platform',
  entities: [],
  migrations: [{ expands: Platform1763700000000 }],
};
