import type { Fusion } from '../score.js';

/**
 * Weights b0..b2 of `relevance = σ(b0 + b1·ln(1 + S) + b2·lz)`; b1 > 0, so relevance orders as S does.
 * `../relevance.ts` says what S and lz are, `tools/calibration` fits the weights.
 */
export type RelevanceWeights = readonly [b0: number, b1: number, b2: number];

/** The numbers that turn a model's cosine and a query's term coverage into a score and a probability. */
export interface ModelConstants extends Fusion {
  readonly relevance: RelevanceWeights;
  /** Least `lz`: in a store of a few memories even the best neighbours are weak, and a weak match must not look strong beside them. */
  readonly fieldFloor: number;
  /** What the analyses go by, where that is something else: they are frozen, with the numbers that they were fitted to. */
  readonly analyses?: { readonly relevance: RelevanceWeights; readonly fieldFloor: number };
}

/** A model whose vectors are the first numbers of another's. */
export interface LeadingModel extends ModelConstants {
  readonly dimensions: number;
  /** Its share in the cosine of the whole. */
  readonly share: number;
}

/** A loaded embedding model. Vectors of two models are never compared, nor kept in one index. */
export interface EmbeddingModel extends ModelConstants {
  /** The configured name, the first 8 hex digits of its weights' SHA-256, and the version of the terms: `builtin@3f2a91bc-2`. */
  readonly id: string;
  /** Numbers in a vector. */
  readonly dimensions: number;
  /** Of a composite model: its first half. */
  readonly leading?: LeadingModel;
}
