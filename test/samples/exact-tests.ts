const logFactorials: number[] = [0];

function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push((logFactorials[i - 1] ?? 0) + Math.log(i));
  return logFactorials[n] ?? Number.NaN;
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** P(X >= k) for n trials of chance p. */
export function binomialTail(k: number, n: number, p: number): number {
  let sum = 0;
  for (let i = k; i <= n; i++) sum += Math.exp(logChoose(n, i) + i * Math.log(p) + (n - i) * Math.log1p(-p));
  return Math.min(1, sum);
}

/** Fisher, one-sided: P(X >= k) when `drawn` of `total` are drawn and `marked` of them are marked. */
export function hypergeometricTail(k: number, drawn: number, marked: number, total: number): number {
  let sum = 0;
  for (let i = Math.max(k, drawn - (total - marked)); i <= Math.min(drawn, marked); i++) {
    sum += Math.exp(logChoose(marked, i) + logChoose(total - marked, drawn - i) - logChoose(total, drawn));
  }
  return Math.min(1, sum);
}
