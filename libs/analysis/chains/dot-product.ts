/** Cosine of vectors of length 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  const length = Math.min(a.length, b.length);
  let sum = 0;
  for (let i = 0; i < length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** `dot` of one with each of many, to the last bit; four sums at a time keep a processor busy that waits for a single one. */
export function dots(a: Float32Array, others: readonly Float32Array[]): Float64Array {
  const sums = new Float64Array(others.length);
  for (let at = 0; at < others.length; at += 4) {
    const [b = a, c = a, d = a, e = a] = [others[at], others[at + 1], others[at + 2], others[at + 3]];
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let i = 0; i < a.length; i++) {
      const value = a[i] ?? 0;
      first += value * (b[i] ?? 0);
      second += value * (c[i] ?? 0);
      third += value * (d[i] ?? 0);
      fourth += value * (e[i] ?? 0);
    }
    sums[at] = first;
    sums[at + 1] = second;
    sums[at + 2] = third;
    sums[at + 3] = fourth;
  }
  return sums;
}
