import { Module } from '@nestjs/common';
import { MemoriesModule } from '@mneme/memories';
import { UsageModule } from '@mneme/usage';
import { AnalysisPool } from './workers/analysis.workers.js';
import { PatternRunQueue } from './patterns/pattern-run-queue.js';
import { ChainMemories } from './chains/chain-memory.cache.js';
import { ChainNeighbours } from './chains/linked-memories.js';
import { ChainPool } from './chains/candidate-memories.js';
import { ChainProposals } from './chains/topic-search.js';
import { ChainRowsRepository } from './chains/chain-rows.repository.js';
import { DecisionChainService } from './chains/decision-chain.service.js';
import { FeatureFollower } from './features/feature-index.listener.js';
import { FeatureModelsRepository } from './features/feature-models.repository.js';
import { FeatureReader } from './patterns/feature-reader.js';
import { FeatureScansRepository } from './features/feature-backfill.repository.js';
import { FeatureScansService } from './features/feature-backfill.service.js';
import { FeatureUpkeep } from './features/feature-maintenance.job.js';
import { ImplicitPatternsService } from './patterns/implicit-patterns.service.js';
import { IntelligenceController } from './intelligence.controller.js';
import { IntelligenceWarmUp } from './intelligence-warm-up.js';
import { MemoryFeaturesRepository } from './features/memory-features.repository.js';
import { MentionsRepository } from './features/mentions.repository.js';
import { ObservationMemory } from './patterns/observation.cache.js';
import { ObservationReader } from './patterns/observation-reader.js';
import { PackedObservationsRepository } from './patterns/packed-observations.repository.js';
import { RoleVectors } from './chains/role-prototypes.js';
import { TenantBackground } from './chains/tenant-baseline.js';

/** Decision chains and implicit patterns, and what is kept of each memory for them. */
@Module({
  imports: [MemoriesModule, UsageModule],
  controllers: [IntelligenceController],
  providers: [
    AnalysisPool,
    PatternRunQueue,
    ChainMemories,
    ChainNeighbours,
    ChainPool,
    ChainProposals,
    ChainRowsRepository,
    DecisionChainService,
    FeatureFollower,
    FeatureModelsRepository,
    FeatureReader,
    FeatureScansRepository,
    FeatureScansService,
    FeatureUpkeep,
    ImplicitPatternsService,
    IntelligenceWarmUp,
    MemoryFeaturesRepository,
    MentionsRepository,
    ObservationMemory,
    ObservationReader,
    PackedObservationsRepository,
    RoleVectors,
    TenantBackground,
  ],
  exports: [FeatureScansService],
})
export class IntelligenceModule {}
