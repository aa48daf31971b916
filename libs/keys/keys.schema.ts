import type { Schema } from '@mneme/platform/migrations';
import { ApiKey } from './api-keys/api-key.entity.js';
import { ApiKeys1763700200000 } from './migrations/api-keys.migration.js';
import { KeyPeppers1764200051000 } from './migrations/key-peppers.migration.js';

export const keysSchema: Schema = {
  feature: 'keys',
  entities: [ApiKey],
  migrations: [{ expands: ApiKeys1763700200000 }, { expands: KeyPeppers1764200051000 }],
};
