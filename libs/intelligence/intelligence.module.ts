import { Module } from '@nestjs/common';
import { MemoriesModule } from '@mneme/memories';
import { UsageModule } from '@mneme/usage';
import { AnalysisPool } from './analysis-pool.js';
import { PatternRunQueue } from './pattern-run-queue.js';
import { ChainMemories } from './chain-memories.js';
import { ChainNeighbours } from './chain-neighbours.js';
import { ChainPool } from './chain-pool.js';
import { ChainProposals } from './chain-proposals.js';
import { ChainRowsRepository } from './chain-rows.repository.js';
import { DecisionChainService } from './decision-chain.service.js';
import { FeatureFollower } from './feature-follower.js';
import { FeatureModelsRepository } from './feature-models.repository.js';
import { FeatureReader } from './feature-reader.js';
import { FeatureScansRepository } from './feature-scans.repository.js';
import { FeatureScansService } from './feature-scans.service.js';
import { FeatureUpkeep } from './feature-upkeep.job.js';
import { ImplicitPatternsService } from './implicit-patterns.service.js';
import { IntelligenceController } from './intelligence.controller.js';
import { IntelligenceWarmUp } from './intelligence-warm-up.js';
import { MemoryFeaturesRepository } from './memory-features.repository.js';
import { MentionsRepository } from './mentions.repository.js';
import { ObservationMemory } from './observation-memory.js';
import { ObservationReader } from './observation-reader.js';
import { PackedObservationsRepository } from './packed-observations.repository.js';
import { RoleVectors } from './role-vectors.js';
import { TenantBackground } from './tenant-background.js';

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
