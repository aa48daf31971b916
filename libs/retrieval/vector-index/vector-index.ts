import type { TenantId } from '@mneme/platform';
import type { EmbeddingModel } from '../models/embedding-model.js';
import type { IndexedMemory } from './indexed-memory.js';
import type { TermFrequencies, VectorHit, VectorQuery } from './vector-query.js';

/** Where embeddings live. Scores are cosine similarity in [-1, 1]; every call is confined to one tenant. */
export abstract class VectorIndex {
  /** Called once at start. Rejects when the index already holds vectors of another model. */
  abstract prepare(model: EmbeddingModel): Promise<void>;

  /**
   * Replaces all points of each memory. A version lower than the stored one changes nothing,
   * nor does any version of a memory that was removed within the last day: late writers lose.
   */
  abstract upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void>;

  /** Removing what is not there is no error. */
  abstract remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void>;

  /**
   * The `candidates` memories nearest to the vector and the `candidates` with the highest coverage above 0,
   * each memory once, with both numbers, highest `cosine + a·coverage` first, ties by memory id.
   */
  abstract search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]>;

  /** Counts over this tenant's points alone; frequencies may be estimates where the tenant is large. */
  abstract termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<TermFrequencies>;

  /** Memories of the tenant in the index. */
  abstract count(tenantId: TenantId): Promise<number>;
}
