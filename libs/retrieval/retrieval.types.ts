import type { VectorFilter, VectorHit } from './vector-index/vector-query.js';

/** A memory on its way into the index. */
export interface IndexDocument {
  readonly memoryId: string;
  readonly version: number;
  readonly content: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

export interface SearchRequest {
  /** 1 to 2,000 characters in any script. */
  readonly query: string;
  /** Memories wanted, at most 100. */
  readonly limit: number;
  /** In [0, 1]; results below it are left out. */
  readonly minRelevance?: number | undefined;
  readonly filter?: VectorFilter | undefined;
}

/** A found memory, by its best passage (`start`, `end`: UTF-16 offsets into the content). */
export interface RetrievalHit extends VectorHit {
  /** `cosine + a·coverage`. */
  readonly score: number;
  /** Probability in [0, 1] that the memory answers the query. */
  readonly relevance: number;
}
