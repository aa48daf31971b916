import { Injectable } from '@nestjs/common';
import { MemorySelectionsService } from '@mneme/memories';
import type { TenantId } from '@mneme/platform/ids';
import { RetrievalService } from '@mneme/retrieval';
import { AnalysisWorkers } from '../workers/analysis.workers.js';
import { PatternRunQueue } from './pattern-run-queue.js';
import type { ImplicitPatternsDto } from '../dto/implicit-patterns.dto.js';
import { FeatureReader, type StoredFeatures } from './feature-reader.js';
import { PatternDismissalsService } from './pattern-dismissals.service.js';
import { PatternEvidence, type ShownReport } from './pattern-evidence.js';
import { missingFeatures } from '../features/missing-features.js';

const MIN_OCCURRENCES = 3;
const TIMEZONE = 'UTC';

/** Regularities that no memory states. */
@Injectable()
export class ImplicitPatternsService {
  constructor(
    private readonly queue: PatternRunQueue,
    private readonly reader: FeatureReader,
    private readonly workers: AnalysisWorkers,
    private readonly retrieval: RetrievalService,
    private readonly selections: MemorySelectionsService,
    private readonly dismissals: PatternDismissalsService,
    private readonly evidence: PatternEvidence,
  ) {}

  /**
   * The same memories, time zone and smallest number give the same findings. Needs neither model nor vector index.
   * @throws DomainError rateLimited where too many analyses are waiting, unavailable where it takes too long or too much memory
   */
  async find(tenant: TenantId, request: ImplicitPatternsDto): Promise<ShownReport> {
    return this.queue.run(tenant, () => this.findNow(tenant, request));
  }

  private async findNow(tenant: TenantId, request: ImplicitPatternsDto): Promise<ShownReport> {
    const { minOccurrences = MIN_OCCURRENCES, timezone = TIMEZONE, includeDismissed = false } = request;
    const asOf = request.asOf === undefined ? undefined : new Date(request.asOf);
    const [modelId = ''] = this.retrieval.modelIds;
    const stored = await this.reader.read(tenant, modelId, asOf);
    const only = request.metadata && (await this.selections.packed(tenant, request.metadata));
    const expired = await this.selections.expired(tenant);
    const dismissed = await this.dismissals.ids(tenant);
    const report = await this.workers.patterns({
      chunks: stored.chunks,
      asOf: asOf?.getTime() ?? Infinity,
      only,
      expired,
      options: { minOccurrences, timezone, dismissed, includeDismissed },
    });
    const shown = await this.evidence.shown(tenant, report);
    return { ...shown, warnings: [...shown.warnings, ...warningsOf(stored)] };
  }
}

function warningsOf({ memories, missing, beyond }: StoredFeatures): string[] {
  const older = beyond === Infinity ? 'those' : `the ${beyond}`;
  const when = beyond === Infinity ? 'last before asOf' : 'last';
  const sampled = `only the ${memories} memories stored ${when} were analysed, without ${older} before them`;
  return [...(beyond > 0 ? [sampled] : []), ...missingFeatures(missing)];
}
