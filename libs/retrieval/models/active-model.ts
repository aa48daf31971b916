import { Logger } from '@nestjs/common';
import { withTimeout } from '@mneme/platform/concurrency';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import type { Embedder } from '../embedding/embedder.js';
import { Spelling } from '../vector-index/spelling.js';
import { TermStatistics } from '../vector-index/term-statistics.js';
import type { VectorIndex } from '../vector-index/vector-index.js';
import type { EmbeddingModel } from '../embedding/embedding-model.js';

/** A model that has failed is left alone for so long, so that not every search waits for it. */
const REST_MS = 2_000;
/** And then gets so long to show that it is back: one search after the other would wait for its whole time limit. */
const TRIAL_MS = 1_000;

/** A loaded model together with the index of its vectors: each query is embedded by the model of the index it searches. */
export class ActiveModel {
  readonly statistics: TermStatistics;
  readonly spelling: Spelling;
  private readonly logger = new Logger(ActiveModel.name);
  private restsUntil = 0;
  private failing = false;

  constructor(
    readonly embedder: Embedder,
    readonly index: VectorIndex,
  ) {
    this.statistics = new TermStatistics(index);
    this.spelling = new Spelling(index, this.statistics);
  }

  get model(): EmbeddingModel {
    return this.embedder.model;
  }

  get id(): string {
    return this.model.id;
  }

  /** The embedder of the vectors that analyses compare. */
  get leading(): Embedder {
    return this.embedder.first ?? this.embedder;
  }

  /** What of an index's vector analyses compare: the vector by its first half alone, of unit length. */
  leadingPart(vector: Float32Array): Float32Array {
    const { leading } = this.model;
    if (leading === undefined) return vector;
    const part = vector.subarray(0, leading.dimensions);
    const length = Math.hypot(...part);
    return part.map((value) => value / length);
  }

  /** A vector of the index whose cosines are, but for the share of the first half, those of its leading part. */
  fromLeading(part: Float32Array): Float32Array {
    if (this.model.leading === undefined) return part;
    const vector = new Float32Array(this.model.dimensions);
    vector.set(part);
    return vector;
  }

  /** Drops what is remembered of a tenant. */
  forget(tenantId: TenantId): void {
    this.statistics.forget(tenantId);
    this.spelling.forget(tenantId);
  }

  /** A query's vector, undefined where the model does not know a word of it; or that the model does not answer. */
  async vectorOf(query: string): Promise<{ readonly vector: Float32Array | undefined } | 'unavailable'> {
    if (Date.now() < this.restsUntil) return 'unavailable';
    try {
      const vector = await this.trial(this.embedder.embedQuery(query));
      this.failing = false;
      return { vector };
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === 'externalService')) throw error;
      this.restsUntil = Date.now() + REST_MS;
      this.failing = true;
      this.logger.warn(`searches go by words alone: ${error.message}`);
      return 'unavailable';
    }
  }

  private async trial<T>(vector: Promise<T>): Promise<T> {
    if (!this.failing) return vector;
    return withTimeout(vector, TRIAL_MS, () => {
      throw DomainError.externalService('the embedding model still does not answer');
    });
  }
}
