import { logChoose } from './binomial.js';

/** Things of which some have a property and some were drawn, whichever these are. */
export interface Stratum {
  readonly all: number;
  readonly having: number;
  readonly drawn: number;
}

/**
 * How likely `k` or more of all that is drawn have the property, if in each stratum every draw is as likely as any other:
 * a sum of hypergeometric numbers (Birch 1964), exact; the outcome `k` itself counts half (mid-p, as in the other tests).
 * Strata in which all things are drawn, or none, or all have the property, say nothing.
 */
export function strataUpperTail(k: number, strata: readonly Stratum[]): number {
  let sums = [1];
  for (const stratum of strata) {
    const added = outcomesOf(stratum);
    const next = new Array<number>(sums.length + added.length - 1).fill(0);
    sums.forEach((before, count) =>
      added.forEach((chance, more) => (next[count + more] = (next[count + more] ?? 0) + before * chance)),
    );
    sums = next;
  }
  const tail = sums.slice(k + 1).reduce((sum, chance) => sum + chance, 0);
  return Math.min(1, tail + (sums[k] ?? 0) / 2);
}

/** −log10 of the smallest p such a test can give: of every stratum as many drawn things as possible have the property. */
export function strataReach(strata: readonly Stratum[]): number {
  return strata.reduce((sum, stratum) => sum - Math.log10(outcomesOf(stratum).at(-1) ?? 1), Math.log10(2));
}

/** How likely each number of drawn things has the property, up to the largest possible. */
function outcomesOf({ all, having, drawn }: Stratum): number[] {
  return Array.from({ length: Math.min(having, drawn) + 1 }, (_, count) =>
    drawn - count > all - having
      ? 0
      : Math.exp(logChoose(having, count) + logChoose(all - having, drawn - count) - logChoose(all, drawn)),
  );
}
