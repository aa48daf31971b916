import type { Schema } from '@mneme/platform/migrations';
import { FeatureClaims1763903600000 } from './migrations/feature-claims.migration.js';
import { FeatureStamps1763899400000 } from './migrations/feature-stamps.migration.js';
import { JudgeTenants1764300012000 } from './migrations/judge-tenants.migration.js';
import { MemoryFeatures } from './features/memory-features.entity.js';
import { MemoryFeatures1763888800000 } from './migrations/memory-features.migration.js';
import { PatternDismissals1764300020000 } from './migrations/pattern-dismissals.migration.js';

/** What this feature keeps in the database. */
export const intelligenceSchema: Schema = {
  feature: 'intelligence',
  entities: [MemoryFeatures],
  migrations: [
    { expands: MemoryFeatures1763888800000 },
    { expands: FeatureStamps1763899400000 },
    { expands: FeatureClaims1763903600000 },
    { expands: JudgeTenants1764300012000 },
    { expands: PatternDismissals1764300020000 },
  ],
};
