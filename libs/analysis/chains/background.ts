import type { Background } from './chain-input.js';
import { dot } from './dot-product.js';

/** Each vector is compared with so many others: of 300 vectors 7,200 pairs, 2 ms. */
const OTHERS = 24;
/** Of a tenant with too few memories to measure. */
const UNKNOWN: Background = { mean: 0.1, deviation: 0.1 };
const FEWEST = 20;

/**
 * Mean and standard deviation of the cosine of pairs of the tenant's memories; a few hundred vectors spread over the
 * tenant are enough. The same vectors give the same numbers in whatever order they come, and one more or less changes no
 * pairs but its own and those beside it: an answer must not turn with a memory that has nothing to do with it.
 */
export function backgroundOf(vectors: readonly Float32Array[]): Background {
  if (vectors.length < FEWEST) return UNKNOWN;
  const shuffled = vectors
    .map((vector) => ({ vector, place: placeOf(vector) }))
    .sort((a, b) => a.place - b.place)
    .map(({ vector }) => vector);
  const cosines = shuffled.flatMap((vector, i) => othersAfter(shuffled, i).map((other) => dot(vector, other)));
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length;
  return { mean, deviation: Math.max(Math.sqrt(variance), 0.01) };
}

/** Those that come next, in a circle; no pair twice. */
function othersAfter(vectors: readonly Float32Array[], place: number): Float32Array[] {
  const count = Math.min(OTHERS, Math.floor((vectors.length - 1) / 2));
  return Array.from({ length: count }, (_, i) => vectors[(place + 1 + i) % vectors.length] ?? new Float32Array());
}

/** By chance, and always the same for the same vector: FNV-1a of the bits of its numbers. */
function placeOf(vector: Float32Array): number {
  const bits = new Uint32Array(vector.slice().buffer);
  return bits.reduce((hash, value) => Math.imul(hash ^ value, 0x01000193), 0x811c9dc5) >>> 0;
}
