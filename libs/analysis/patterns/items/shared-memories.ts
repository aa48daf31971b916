/** Whether Jaccard's index of two ascending lists is at least so much: lists that differ too much in length are not read. */
export function agrees(a: readonly number[], b: readonly number[], least: number): boolean {
  return Math.min(a.length, b.length) >= least * Math.max(a.length, b.length) && overlap(a, b) >= least;
}

/** Jaccard's index of two ascending lists. */
export function overlap(a: readonly number[], b: readonly number[]): number {
  const both = countShared(a, b);
  return both / (a.length + b.length - both);
}

/** How many values two ascending lists have in common. */
export function countShared(a: readonly number[], b: readonly number[]): number {
  let count = 0;
  let j = 0;
  for (const value of a) {
    while (j < b.length && (b[j] ?? 0) < value) j += 1;
    if (b[j] === value) count += 1;
  }
  return count;
}

/** What two ascending lists have in common. */
export function shared(a: readonly number[], b: readonly number[]): number[] {
  const both: number[] = [];
  let j = 0;
  for (const value of a) {
    while (j < b.length && (b[j] ?? 0) < value) j += 1;
    if (b[j] === value) both.push(value);
  }
  return both;
}
