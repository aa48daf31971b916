import type { TokenOutput } from './onnx-session.js';
import type { Pooling } from './model-family.js';

/**
 * The vector of one text at unit length, written from this place on. Not Transformers.js's own pooling, which converts a
 * BigInt for every number of every token and so costs more than a small model does.
 */
export function pooled({ hidden, dimensions }: TokenOutput, pooling: Pooling, into: Float32Array, from: number): void {
  const sum = new Float64Array(dimensions);
  const tokens = hidden.length / dimensions;
  if (pooling === 'mean') for (let token = 0; token < tokens; token++) addTo(sum, hidden, token * dimensions);
  else addTo(sum, hidden, pooling === 'first' ? 0 : (tokens - 1) * dimensions);
  unitLength(sum, into, from);
}

/** Adds as many values, from this one on. */
export function addTo(sum: Float64Array, values: Float32Array, from: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (values[from + i] ?? 0);
}

/** Writes a vector's direction from this place on; nothing of a vector without length. */
export function unitLength(vector: Float64Array, into: Float32Array, from: number): void {
  const length = Math.sqrt(vector.reduce((squares, value) => squares + value * value, 0));
  if (length === 0) return;
  for (let i = 0; i < vector.length; i++) into[from + i] = (vector[i] ?? 0) / length;
}
