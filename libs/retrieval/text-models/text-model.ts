/** Texts to vectors, in the thread that calls it. */
export interface TextModel {
  /** Numbers in a vector. */
  readonly dimensions: number;
  /** Vectors of unit length in the order of the texts, one behind the other; all zero for a text that the model does not know a word of. */
  embed(texts: readonly string[]): Promise<Float32Array>;
}
