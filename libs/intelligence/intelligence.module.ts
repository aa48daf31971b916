import { Module } from '@nestjs/common';
import { MemoriesModule } from '@mneme/memories';
import { TenantErasers } from '@mneme/platform/erasure';
import { UsageModule } from '@mneme/usage';
import { AnalysisWorkers } from './workers/analysis.workers.js';
import { PatternDismissalsRepository } from './patterns/pattern-dismissals.repository.js';
import { PatternDismissalsService } from './patterns/pattern-dismissals.service.js';
import { PatternEvidence } from './patterns/pattern-evidence.js';
import { PatternEvidenceRepository } from './patterns/pattern-evidence.repository.js';
import { PatternRunQueue } from './patterns/pattern-run-queue.js';
import { ChainMemoryCache } from './chains/chain-memory.cache.js';
import { LinkedMemories } from './chains/linked-memories.js';
import { CandidateMemories } from './chains/candidate-memories.js';
import { TopicSearch } from './chains/topic-search.js';
import { ChainRowsRepository } from './chains/chain-rows.repository.js';
import { DecisionChainService } from './chains/decision-chain.service.js';
import { FeatureIndexListener } from './features/feature-index.listener.js';
import { FeatureModelsRepository } from './features/feature-models.repository.js';
import { FeatureReader } from './patterns/feature-reader.js';
import { FeatureBackfillRepository } from './features/feature-backfill.repository.js';
import { FeatureBackfillService } from './features/feature-backfill.service.js';
import { FeatureMaintenanceJob } from './features/feature-maintenance.job.js';
import { ImplicitPatternsService } from './patterns/implicit-patterns.service.js';
import { IntelligenceController } from './intelligence.controller.js';
import { PatternDismissalsController } from './pattern-dismissals.controller.js';
import { IntelligenceWarmUp } from './intelligence-warm-up.js';
import { MemoryFeaturesRepository } from './features/memory-features.repository.js';
import { MentionsRepository } from './features/mentions.repository.js';
import { ObservationCache } from './patterns/observation.cache.js';
import { ObservationReader } from './patterns/observation-reader.js';
import { PackedObservationsRepository } from './patterns/packed-observations.repository.js';
import { RolePrototypeVectors } from './chains/role-prototypes.js';
import { TenantBaseline } from './chains/tenant-baseline.js';

/** Decision chains and implicit patterns, and what is kept of each memory for them. */
@Module({
  imports: [MemoriesModule, UsageModule],
  controllers: [IntelligenceController, PatternDismissalsController],
  providers: [
    AnalysisWorkers,
    PatternDismissalsRepository,
    PatternDismissalsService,
    PatternEvidence,
    PatternEvidenceRepository,
    PatternRunQueue,
    ChainMemoryCache,
    LinkedMemories,
    CandidateMemories,
    TopicSearch,
    ChainRowsRepository,
    DecisionChainService,
    FeatureIndexListener,
    FeatureModelsRepository,
    FeatureReader,
    FeatureBackfillRepository,
    FeatureBackfillService,
    FeatureMaintenanceJob,
    ImplicitPatternsService,
    IntelligenceWarmUp,
    MemoryFeaturesRepository,
    MentionsRepository,
    ObservationCache,
    ObservationReader,
    PackedObservationsRepository,
    RolePrototypeVectors,
    TenantBaseline,
  ],
  exports: [FeatureBackfillService],
})
export class IntelligenceModule {
  constructor(
    erasers: TenantErasers,
    memories: ChainMemoryCache,
    baseline: TenantBaseline,
    observations: ObservationCache,
  ) {
    for (const cache of [memories, baseline, observations]) erasers.onForget((tenant) => cache.forget(tenant));
  }
}
