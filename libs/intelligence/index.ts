import type { Feature } from '@mneme/platform';
import { FeatureClaims1763903600000 } from './feature-claims.migration.js';
import { FeatureStamps1763899400000 } from './feature-stamps.migration.js';
import { IntelligenceModule } from './intelligence.module.js';
import { MemoryFeatures } from './memory-features.entity.js';
import { MemoryFeatures1763888800000 } from './memory-features.migration.js';

export { FeatureScansService } from './feature-scans.service.js';

/** Two operations that explain themselves: how a decision came about, and regularities that nobody stated. */
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
