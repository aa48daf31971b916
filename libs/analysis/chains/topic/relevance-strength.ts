/** Relevances crowd near 0: their logarithm, 0 at .0001 and 1 at 1. */
export function strengthOf(relevance: number): number {
  return Math.log(Math.max(relevance, 1e-4)) / Math.log(1e4) + 1;
}
