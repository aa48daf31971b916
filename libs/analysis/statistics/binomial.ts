const LOG_FACTORIALS: number[] = [0, 0];

/** ln n!, exact sums up to the largest n asked for so far. */
function logFactorial(n: number): number {
  for (let next = LOG_FACTORIALS.length; next <= n; next += 1) {
    LOG_FACTORIALS.push((LOG_FACTORIALS[next - 1] ?? 0) + Math.log(next));
  }
  return LOG_FACTORIALS[n] ?? 0;
}

/** ln of the number of ways to choose `k` of `n`. */
export function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** How likely exactly `k` of `n` trials succeed. */
export function binomialProbability(k: number, n: number, p: number): number {
  return Math.exp(logProbability(k, n, p));
}

function logProbability(k: number, n: number, p: number): number {
  return logChoose(n, k) + k * Math.log(p) + (n - k) * Math.log1p(-p);
}

/**
 * How likely `k` or more successes in `n` trials are when each succeeds with chance `p`; the outcome `k` itself counts
 * half (mid-p: on discrete counts the plain tail is too careful). Where the chances differ between the trials, their
 * mean may be given: the tail is then an upper bound (Hoeffding 1956).
 */
export function binomialUpperTail(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (p <= 0) return 0;
  if (p >= 1) return k < n ? 1 : 0.5;
  // Away from the mean terms only shrink: a sum that began below it could begin with a term too small to be anything.
  return k < n * p ? 1 - outwards(n - k, n, 1 - p) : Math.min(1, outwards(k, n, p));
}

/** The sum from `k`, which counts half, up to `n`; `k` is at least `n · p`. */
function outwards(k: number, n: number, p: number): number {
  let term = binomialProbability(k, n, p);
  let tail = term / 2;
  const odds = p / (1 - p);
  for (let next = k + 1; next <= n; next += 1) {
    term *= ((n - next + 1) / next) * odds;
    tail += term;
    if (next > n * p && term < tail * 1e-12) break;
  }
  return tail;
}

/** −log10 of the smallest p such a test can give: all of `n` trials succeed. */
export function binomialReach(n: number, p: number): number {
  return Math.LOG10E * (Math.LN2 - n * Math.log(p));
}

/** Wilson's interval that holds the true share in 95 of 100 cases. */
export function shareInterval(successes: number, trials: number): readonly [number, number] {
  if (trials === 0) return [0, 1];
  const z = 1.959964;
  const share = successes / trials;
  const centre = share + (z * z) / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  const scale = 1 + (z * z) / trials;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}
