import { Inject, Module, type Provider } from '@nestjs/common';
import { MemoriesModule } from '@mneme/memories';
import { AppConfig } from '@mneme/platform/config';
import { TenantErasers } from '@mneme/platform/erasure';
import { Metrics } from '@mneme/platform/observability';
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
import { ChainJudgementService } from './chains/chain-judgement.service.js';
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
import { DecisionJudge } from './judge/decision-judge.js';
import { JudgeAccessService } from './judge/judge-access.service.js';
import { JudgeMetrics } from './judge/judge-metrics.js';
import { JudgeTenantsRepository } from './judge/judge-tenants.repository.js';
import { OpenAiChatModel } from './chat-model/openai.chat-model.js';
import { MemoryFeaturesRepository } from './features/memory-features.repository.js';
import { MentionsRepository } from './features/mentions.repository.js';
import { ObservationCache } from './patterns/observation.cache.js';
import { ObservationReader } from './patterns/observation-reader.js';
import { PackedObservationsRepository } from './patterns/packed-observations.repository.js';
import { RequestedDecision } from './chains/requested-decision.js';
import { RolePrototypeVectors } from './chains/role-prototypes.js';
import { TenantBaseline } from './chains/tenant-baseline.js';

/** Without INTELLIGENCE_MODEL there is none. */
const JUDGE: Provider<DecisionJudge | undefined> = {
  provide: DecisionJudge,
  useFactory: ({ judge }: AppConfig, access: JudgeAccessService, metrics: Metrics) =>
    judge && new DecisionJudge(new OpenAiChatModel(judge), judge, access, new JudgeMetrics(metrics)),
  inject: [AppConfig, JudgeAccessService, Metrics],
};

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
    ChainJudgementService,
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
    JUDGE,
    JudgeAccessService,
    JudgeTenantsRepository,
    MemoryFeaturesRepository,
    MentionsRepository,
    ObservationCache,
    ObservationReader,
    PackedObservationsRepository,
    RequestedDecision,
    RolePrototypeVectors,
    TenantBaseline,
  ],
  exports: [FeatureBackfillService, JudgeAccessService],
})
export class IntelligenceModule {
  constructor(
    erasers: TenantErasers,
    memories: ChainMemoryCache,
    baseline: TenantBaseline,
    observations: ObservationCache,
    @Inject(DecisionJudge) judge: DecisionJudge | undefined,
  ) {
    for (const cache of [memories, baseline, observations, judge]) erasers.onForget((tenant) => cache?.forget(tenant));
  }
}
