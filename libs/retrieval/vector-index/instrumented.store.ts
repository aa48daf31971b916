import type { TenantId } from '@mneme/platform/ids';
import type { EmbeddingModel } from '../embedding/embedding-model.js';
import { InstrumentedIndex } from './instrumented.index.js';
import type { TenantFence } from '@mneme/platform/database';
import type { VectorIndexMetrics } from './vector-index-metrics.js';
import type { VectorIndex } from './vector-index.js';
import { VectorStore } from './vector-store.js';

/** A store, whichever it is, whose indexes are measured and take no writes of tenants that are being erased. */
export class InstrumentedStore extends VectorStore {
  readonly name: string;
  override readonly inDatabase: boolean;

  constructor(
    private readonly store: VectorStore,
    private readonly metrics: VectorIndexMetrics,
    private readonly fence: TenantFence,
  ) {
    super();
    this.name = store.name;
    this.inDatabase = store.inDatabase;
  }

  holds(modelId: string): Promise<boolean> {
    return this.store.holds(modelId);
  }

  async open(model: EmbeddingModel): Promise<VectorIndex> {
    return new InstrumentedIndex(await this.store.open(model), this.metrics, this.fence);
  }

  drop(modelId: string): Promise<void> {
    return this.store.drop(modelId);
  }

  override forget(tenantId: TenantId): void {
    this.store.forget(tenantId);
  }
}
