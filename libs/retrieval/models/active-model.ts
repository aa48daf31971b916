import type { Embedder } from '../embedding/embedder.js';
import { Spelling } from '../vector-index/spelling.js';
import { TermStatistics } from '../vector-index/term-statistics.js';
import type { VectorIndex } from '../vector-index/vector-index.js';
import type { EmbeddingModel } from './embedding-model.js';

/** A loaded model together with the index of its vectors: each query is embedded by the model of the index it searches. */
export class ActiveModel {
  readonly statistics: TermStatistics;
  readonly spelling: Spelling;

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
}
