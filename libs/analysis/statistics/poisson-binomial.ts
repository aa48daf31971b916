/**
 * How likely `k` or more of these trials succeed, each with a chance of its own; the outcome `k` itself counts half
 * (mid-p, as `binomialUpperTail`, which it equals where all chances are one). Exact: all outcomes are summed.
 */
export function poissonBinomialUpperTail(k: number, chances: readonly number[]): number {
  if (k <= 0) return 1;
  // Of each number of successes: how likely it is after the trials so far.
  const probabilities = new Float64Array(chances.length + 1);
  probabilities[0] = 1;
  chances.forEach((chance, trials) => {
    for (let count = trials + 1; count > 0; count -= 1) {
      probabilities[count] = (probabilities[count] ?? 0) * (1 - chance) + (probabilities[count - 1] ?? 0) * chance;
    }
    probabilities[0] = (probabilities[0] ?? 0) * (1 - chance);
  });
  let tail = (probabilities[k] ?? 0) / 2;
  for (let count = chances.length; count > k; count -= 1) tail += probabilities[count] ?? 0;
  return Math.min(1, tail);
}

/** −log10 of the smallest p such a test can give: all trials succeed. */
export function poissonBinomialReach(chances: readonly number[]): number {
  return chances.reduce((sum, chance) => sum - Math.log10(chance), Math.log10(2));
}
