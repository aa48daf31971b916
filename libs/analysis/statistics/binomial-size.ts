import { binomialProbability, binomialUpperTail } from './binomial.js';

/** Chances within this factor of each other are taken for one. */
const STEPS_A_DECADE = 20;

/**
 * How often exact binomial tests find what chance made: a test on few trials has few outcomes, so that "p at most .01"
 * comes up less often than once in a hundred, and often not at all. Answers are kept, for a run asks thousands of times.
 */
export class BinomialSize {
  private readonly known = new Map<number, number>();

  /**
   * @param level the largest p that counts as found
   * @param atLeast successes below which nothing is found
   */
  constructor(
    private readonly level: number,
    private readonly atLeast: number,
  ) {}

  /** How likely the mid-p of `n` trials of chance `p` is at most the level; right to about a tenth of `p`. */
  of(n: number, p: number): number {
    if (n < this.atLeast || p >= 1) return 0;
    const step = Math.round(-Math.log10(Math.max(p, 1e-12)) * STEPS_A_DECADE);
    const key = n * 1000 + step;
    let size = this.known.get(key);
    if (size === undefined) {
      size = this.computed(n, Math.min(0.999, 10 ** (-step / STEPS_A_DECADE)));
      this.known.set(key, size);
    }
    return size;
  }

  private computed(n: number, p: number): number {
    let low = this.atLeast;
    let high = n + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (binomialUpperTail(middle, n, p) <= this.level) high = middle;
      else low = middle + 1;
    }
    return low > n ? 0 : Math.min(1, binomialUpperTail(low, n, p) + binomialProbability(low, n, p) / 2);
  }
}
