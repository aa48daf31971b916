import type { Fusion } from '../score.js';
import type { QueryTerm } from '../lexical/query-term.js';

export interface VectorFilter {
  readonly type?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  /** `all` (default): every tag must be present; `any`: one is enough. */
  readonly tagsMode?: 'all' | 'any' | undefined;
  /** Inclusive bounds of the memory's creation. */
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  /** Groups of `key=value`: the memory has at least one of each group. */
  readonly attributes?: readonly (readonly string[])[] | undefined;
  /** Inclusive bounds of when what the memory tells happened. */
  readonly occurredFrom?: Date | undefined;
  readonly occurredTo?: Date | undefined;
}

/** A memory's best passage is the one with the highest `scoreOf`. */
export interface VectorQuery extends Fusion {
  /** Undefined where the query could not be embedded: then only the terms search. */
  readonly vector: Float32Array | undefined;
  /** May be empty: then only the vector searches. */
  readonly terms: readonly QueryTerm[];
  readonly filter: VectorFilter;
  /** How many memories each channel may bring, so that up to twice as many come back. */
  readonly candidates: number;
}

/** A candidate memory by its best passage. */
export interface VectorHit {
  readonly memoryId: string;
  readonly passage: number;
  readonly start: number;
  readonly end: number;
  /** In [-1, 1]. */
  readonly cosine: number;
  /** Weight of the query's terms that the passage holds over the weight of all, in [0, 1]; 0 without terms. */
  readonly coverage: number;
}
