/**
 * How likely more of `n` trials succeed than fail, where it is not as many, each with chance `p`: of many memories of a
 * good month nearly every day is good, though not every memory is.
 */
export function majorityChance(n: number, p: number): number {
  if (n <= 1 || p <= 0 || p >= 1) return p;
  const odds = p / (1 - p);
  // In proportion to the chance that no trial succeeds.
  let term = 1;
  let [fewer, more] = [0, 0];
  for (let count = 0; count <= n; count += 1) {
    if (2 * count < n) fewer += term;
    else if (2 * count > n) more += term;
    term *= ((n - count) / (count + 1)) * odds;
  }
  return more / (fewer + more);
}
