import { Module } from '@nestjs/common';
import { MemoriesModule } from '@mneme/memories';
import { AnalysisPool } from './analysis-pool.js';
import { FeatureFollower } from './feature-follower.js';
import { FeatureReader } from './feature-reader.js';
import { ImplicitPatternsService } from './implicit-patterns.service.js';
import { IntelligenceController } from './intelligence.controller.js';
import { MemoryFeaturesRepository } from './memory-features.repository.js';
import { MentionsRepository } from './mentions.repository.js';

/** Decision chains and implicit patterns, and what is kept of each memory for them. */
@Module({
  imports: [MemoriesModule],
  controllers: [IntelligenceController],
  providers: [
    AnalysisPool,
    FeatureFollower,
    FeatureReader,
    ImplicitPatternsService,
    MemoryFeaturesRepository,
    MentionsRepository,
  ],
})
export class IntelligenceModule {}
