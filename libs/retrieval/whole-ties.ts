import type { VectorHit } from './vector-index/vector-query.js';

/** Sums of the same weights in another order differ by less. */
const ROUNDING = 1e-6;

/**
 * Candidates without those that tie at the end of the channel of words: which of them it brought was decided by their ids
 * alone. Many memories share one common word, few a cosine. Long memories, whose best passage is not the one that the
 * channel of words brought, may still slip through.
 * @param each what a channel has brought at most; where it brought fewer nothing was cut off
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
