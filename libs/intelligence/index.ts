import type { Feature } from '@mneme/platform/installation';
import { IntelligenceModule } from './intelligence.module.js';
import { intelligenceSchema } from './intelligence.schema.js';

export { JudgeAccessService } from './judge/judge-access.service.js';
export { FeatureBackfillService } from './features/feature-backfill.service.js';

/** Two operations that explain themselves: how a decision came about, and regularities that no memory states. */
export const intelligenceFeature: Feature = {
  module: IntelligenceModule,
  schema: intelligenceSchema,
  scopes: ['read:intelligence', 'write:intelligence'],
};
