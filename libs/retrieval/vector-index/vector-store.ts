import type { TenantId } from '@mneme/platform/ids';
import type { EmbeddingModel } from '../embedding/embedding-model.js';
import type { VectorIndex } from './vector-index.js';

/**
 * Where the indexes are kept: one a model, because vectors of two models are never compared. At most two exist at once,
 * while one model takes over from another.
 */
export abstract class VectorStore {
  /** Tells one place of vectors from another that a database may have used before: `pgvector`, `qdrant mneme`. */
  abstract readonly name: string;

  /** Whether what it keeps of tenants are rows of tables, which its indexes write in transactions of the tenant. */
  readonly inDatabase: boolean = false;

  /** Whether there is an index of the model. Rejects as `open` where the store does not answer. */
  abstract holds(modelId: string): Promise<boolean>;

  /**
   * The model's index, made where it is missing. Called before the first use in each process, and by several at once.
   * Rejects with an IndexModelError where what is there has other dimensions or there is no room for another model,
   * with an external-service DomainError where the store does not answer.
   */
  abstract open(model: EmbeddingModel): Promise<VectorIndex>;

  /** Deletes a model's index, which must not be in use; no error if there is none. Opened again it is empty. */
  abstract drop(modelId: string): Promise<void>;

  /** What this process holds in memory of a tenant goes; what is stored stays. */
  forget(_tenantId: TenantId): void {
    // Most stores hold nothing.
  }
}
