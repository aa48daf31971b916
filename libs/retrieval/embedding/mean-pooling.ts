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
  const pooled = new Float32Array(texts * dimensions);
  for (let text = 0; text < texts; text++) {
    const sum = new Float64Array(dimensions);
    for (let token = text * tokens; token < (text + 1) * tokens; token++) {
      if (mask[token] !== 0n) add(sum, hidden.subarray(token * dimensions, (token + 1) * dimensions));
    }
    const length = Math.hypot(...sum);
    pooled.set(
      sum.map((value) => value / length),
      text * dimensions,
    );
  }
  return pooled;
}

function add(sum: Float64Array, values: Float32Array): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (values[i] ?? 0);
}
