/** A model's output for a batch, as flat tensors: `hidden` is [texts, tokens, dimensions], `mask` [texts, tokens]. */
export interface TokenVectors {
  readonly hidden: Float32Array;
  readonly mask: BigInt64Array;
  readonly texts: number;
  readonly dimensions: number;
}

/**
 * The mean of each text's token vectors at unit length, one text behind the other. The same as Transformers.js's own
 * pooling, which converts a BigInt for every number of every token and so costs more than a small model does.
 */
export function meanPool({ hidden, mask, texts, dimensions }: TokenVectors): Float32Array {
  const tokens = mask.length / texts;
  // 1n as two halves: reading a BigInt would make one.
  const counted = new Int32Array(mask.buffer, mask.byteOffset, 2 * mask.length);
  const pooled = new Float32Array(texts * dimensions);
  const sum = new Float64Array(dimensions);
  for (let text = 0; text < texts; text++) {
    sum.fill(0);
    for (let token = text * tokens; token < (text + 1) * tokens; token++) {
      if (counted[2 * token] !== 0) add(sum, hidden, token * dimensions);
    }
    const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
    for (let i = 0; i < dimensions; i++) pooled[text * dimensions + i] = (sum[i] ?? 0) / length;
  }
  return pooled;
}

function add(sum: Float64Array, values: Float32Array, from: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (values[from + i] ?? 0);
}
