import type { Feature } from '@mneme/platform/installation';
import { FeatureClaims1763903600000 } from './migrations/feature-claims.migration.js';
import { FeatureStamps1763899400000 } from './migrations/feature-stamps.migration.js';
import { IntelligenceModule } from './intelligence.module.js';
import { MemoryFeatures } from './features/memory-features.entity.js';
import { MemoryFeatures1763888800000 } from './migrations/memory-features.migration.js';

export { FeatureBackfillService } from './features/feature-backfill.service.js';

/** Two operations that explain themselves: how a decision came about, and regularities that no memory states. */
export const intelligenceFeature: Feature = {
  module: IntelligenceModule,
  schema: {
    feature: 'intelligence',
    entities: [MemoryFeatures],
    migrations: [
      { expands: MemoryFeatures1763888800000 },
      { expands: FeatureStamps1763899400000 },
      { expands: FeatureClaims1763903600000 },
    ],
  },
  scopes: ['read:intelligence'],
};
