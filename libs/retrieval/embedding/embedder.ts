import type { EmbeddingModel } from './embedding-model.js';

/** Text to vectors. Every vector has unit length and `model.dimensions` numbers, also for an empty text. */
export abstract class Embedder {
  /** Known once `load` has resolved; reading it earlier throws. */
  abstract readonly model: EmbeddingModel;

  /** Makes the model ready. Rejects with a message that names the folder and the fix when it cannot be loaded. */
  abstract load(): Promise<void>;

  /** The model whose vectors analyses compare where that is not this one: the first half of a composite one. */
  readonly first: Embedder | undefined;

  /**
   * One search query; answered from a cache where possible and ahead of waiting documents.
   * @returns undefined for a text that the model does not know a word of
   */
  abstract embedQuery(text: string): Promise<Float32Array | undefined>;

  /**
   * Vectors in the order of `texts`; of one that the model does not know a word of, a vector that is like no other text's
   * (see `unlikeAny`). Rejects with an external-service DomainError when the model fails or takes over 10 s.
   */
  abstract embed(texts: readonly string[]): Promise<Float32Array[]>;

  /** Resolves where the model answers, or has done so within the last half minute. Rejects as `embed`. */
  abstract check(): Promise<void>;
}
