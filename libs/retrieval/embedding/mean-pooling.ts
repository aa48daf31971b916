/** A model's output for a batch, as flat tensors: `hidden` is [texts, tokens, dimensions], `mask` [texts, tokens]. */
export interface TokenOutput {
  readonly hidden: Float32Array;
  readonly mask: BigInt64Array;
  readonly texts: number;
  readonly dimensions: number;
}

/**
 * The mean of each text's token vectors at unit length, one text behind the other. The same as Transformers.js's own
 * pooling, which converts a BigInt for every number of every token and so costs more than a small model does.
 */
export function meanPool({ hidden, mask, texts, dimensions }: TokenOutput): Float32Array {
  const tokens = mask.length / texts;
  // 1n as two halves: reading a BigInt would make one.
  const counted = new Int32Array(mask.buffer, mask.byteOffset, 2 * mask.length);
  const pooled = new Float32Array(texts * dimensions);
  const sum = new Float64Array(dimensions);
  for (let text = 0; text < texts; text++) {
    sum.fill(0);
    for (let token = text * tokens; token < (text + 1) * tokens; token++) {
      if (counted[2 * token] !== 0) addTo(sum, hidden, token * dimensions);
    }
    unitLength(sum, pooled, text * dimensions);
  }
  return pooled;
}

/** Adds as many values, from this one on. */
export function addTo(sum: Float64Array, values: Float32Array, from: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (values[from + i] ?? 0);
}

/** Writes a vector's direction from this place on. */
export function unitLength(vector: Float64Array, into: Float32Array, from: number): void {
  const length = Math.sqrt(vector.reduce((squares, value) => squares + value * value, 0));
  for (let i = 0; i < vector.length; i++) into[from + i] = (vector[i] ?? 0) / length;
}
