import type { Background } from './chain-input.js';
import { dot } from './dot-product.js';

const PAIRS = 2_000;
const SEED = 0x9e3779b9;
/** Of a tenant with too few memories to measure. */
const UNKNOWN: Background = { mean: 0.1, deviation: 0.1 };
const FEWEST = 20;

/**
 * Mean and standard deviation of the cosine over 2,000 pairs of the tenant's memories. The pairs depend on the number of
 * vectors alone, so the same vectors in the same order (by event time, then id) give the same numbers. A few hundred
 * vectors spread over the tenant are enough.
 */
export function backgroundOf(vectors: readonly Float32Array[]): Background {
  if (vectors.length < FEWEST) return UNKNOWN;
  const next = generator();
  const cosines: number[] = [];
  while (cosines.length < PAIRS) {
    const [a, b] = [vectors[next(vectors.length)], vectors[next(vectors.length)]];
    if (a && b && a !== b) cosines.push(dot(a, b));
  }
  const mean = cosines.reduce((sum, value) => sum + value, 0) / PAIRS;
  const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / PAIRS;
  return { mean, deviation: Math.max(Math.sqrt(variance), 0.01) };
}

/** Mulberry32: a fixed sequence of whole numbers below a bound. */
function generator(): (bound: number) => number {
  let state = SEED;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
