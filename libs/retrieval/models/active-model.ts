import { Logger } from '@nestjs/common';
import { withTimeout } from '@mneme/platform/concurrency';
import { DomainError } from '@mneme/platform/errors';
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

  /** A query's vector; undefined while the model does not answer. */
  async vectorOf(query: string): Promise<Float32Array | undefined> {
    if (Date.now() < this.restsUntil) return undefined;
    try {
      const vector = await this.trial(this.embedder.embedQuery(query));
      this.failing = false;
      return vector;
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === 'externalService')) throw error;
      this.restsUntil = Date.now() + REST_MS;
      this.failing = true;
      this.logger.warn(`searches go by words alone: ${error.message}`);
      return undefined;
    }
  }

  private async trial(vector: Promise<Float32Array>): Promise<Float32Array> {
    if (!this.failing) return vector;
    return withTimeout(vector, TRIAL_MS, () => {
      throw DomainError.externalService('the embedding model still does not answer');
    });
  }
}
