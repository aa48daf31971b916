import type { Schema } from '@mneme/platform';
import { ApiKey } from './api-key.entity.js';
import { ApiKeys1763700200000 } from './api-keys.migration.js';

export const keysSchema: Schema = {
  feature: 'keys',
  entities: [ApiKey],
  migrations: [{ expands: ApiKeys1763700200000 }],
};
