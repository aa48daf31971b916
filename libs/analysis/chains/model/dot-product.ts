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

/**
 * `dot` of each of two with each of many, to the last bit: each number is read for several sums, which takes two thirds
 * of the time of `dots` of one and of the other.
 */
export function dotsOfTwo(
  one: Float32Array,
  two: Float32Array,
  others: readonly Float32Array[],
): readonly [Float64Array, Float64Array] {
  const [ofOne, ofTwo] = [new Float64Array(others.length), new Float64Array(others.length)];
  for (let at = 0; at < others.length; at += 4) {
    const [a = one, b = one, c = one, d = one] = [others[at], others[at + 1], others[at + 2], others[at + 3]];
    let [a1, b1, c1, d1, a2, b2, c2, d2] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < one.length; i++) {
      const [x, y] = [one[i] ?? 0, two[i] ?? 0];
      const [p, q, r, s] = [a[i] ?? 0, b[i] ?? 0, c[i] ?? 0, d[i] ?? 0];
      a1 += x * p;
      b1 += x * q;
      c1 += x * r;
      d1 += x * s;
      a2 += y * p;
      b2 += y * q;
      c2 += y * r;
      d2 += y * s;
    }
    setFour(ofOne, at, a1, b1, c1, d1);
    setFour(ofTwo, at, a2, b2, c2, d2);
  }
  return [ofOne, ofTwo];
}

/** Puts four sums one behind the other; what would be written beyond the end is lost. */
export function setFour(
  sums: Float64Array,
  at: number,
  ...[a, b, c, d]: readonly [number, number, number, number]
): void {
  sums[at] = a;
  sums[at + 1] = b;
  sums[at + 2] = c;
  sums[at + 3] = d;
}

/** The direction that these vectors have together, of length 1. */
export function centroidOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0);
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
