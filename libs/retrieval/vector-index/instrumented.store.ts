import type { EmbeddingModel } from '../embedding/embedding-model.js';
import { InstrumentedIndex } from './instrumented.index.js';
import type { VectorIndexMetrics } from './vector-index-metrics.js';
import type { VectorIndex } from './vector-index.js';
import { VectorStore } from './vector-store.js';

/** A store, whichever it is, whose indexes are measured. */
export class InstrumentedStore extends VectorStore {
  readonly name: string;

  constructor(
    private readonly store: VectorStore,
    private readonly metrics: VectorIndexMetrics,
  ) {
    super();
    this.name = store.name;
  }

  holds(modelId: string): Promise<boolean> {
    return this.store.holds(modelId);
  }

  async open(model: EmbeddingModel): Promise<VectorIndex> {
    return new InstrumentedIndex(await this.store.open(model), this.metrics);
  }

  drop(modelId: string): Promise<void> {
    return this.store.drop(modelId);
  }
}
