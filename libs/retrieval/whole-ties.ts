import type { VectorHit } from './vector-index/vector-query.js';

/** Sums of the same weights in another order differ by less. */
const ROUNDING = 1e-6;

/**
 * Candidates without those at the end of the channel of words that tie with others which it left out: which of them it
 * brought was decided by their ids alone. Many memories share one common word, few a cosine.
 * @param each what a channel brings at most
 */
export function wholeTies<Hit extends Pick<VectorHit, 'cosine' | 'coverage'>>(
  hits: readonly Hit[],
  each: number,
): readonly Hit[] {
  const coverage = nth(hits, each, (hit) => hit.coverage);
  if (coverage <= 0) return hits;
  const cosine = nth(hits, each, (hit) => hit.cosine);
  return hits.filter((hit) => Math.abs(hit.coverage - coverage) > ROUNDING || hit.cosine >= cosine);
}

/** The n-th highest; less than any where there are fewer. */
function nth<Hit>(hits: readonly Hit[], n: number, valueOf: (hit: Hit) => number): number {
  return Float64Array.from(hits, valueOf).sort().at(-n) ?? -Infinity;
}
