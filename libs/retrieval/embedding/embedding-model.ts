/**
 * Weights b0..b2 of `relevance = σ(b0 + b1·ln(1 + S) + b2·lz)`; b1 > 0, so relevance orders as S does.
 * `../relevance.ts` says what S and lz are, `tools/calibration` fits the weights.
 */
export type RelevanceWeights = readonly [b0: number, b1: number, b2: number];

/** The numbers that turn a model's cosine and a query's term coverage into a score and a probability. */
export interface ModelConstants {
  /** `a` in `S = cosine + a·coverage²`: how much full coverage of the query's terms counts beside a cosine of 1. */
  readonly lexicalWeight: number;
  readonly relevance: RelevanceWeights;
  /** Least `lz`: in a store of a few memories even the best neighbours are weak, and a weak match must not look strong beside them. */
  readonly fieldFloor: number;
}

/** A loaded embedding model. Vectors of two models are never compared, nor kept in one index. */
export interface EmbeddingModel extends ModelConstants {
  /** The configured name and the first 8 hex digits of its weights' SHA-256: `builtin@3f2a91bc`. */
  readonly id: string;
  /** Numbers in a vector. */
  readonly dimensions: number;
}
