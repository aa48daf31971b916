import type { Schema } from '../migrations/schema.js';
import { TenantErasures1764300002000 } from './tenant-erasures.migration.js';

/** What keeps track of tenants that are being erased. */
export const erasureSchema: Schema = {
  feature: 'erasure',
  entities: [],
  migrations: [{ expands: TenantErasures1764300002000 }],
};
