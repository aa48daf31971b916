import { kendallRise } from './kendall.js';

const numbers = (count: number, value: (at: number) => number): number[] =>
  Array.from({ length: count }, (_, at) => value(at));

/** In no order, each value once. */
const SCATTERED = [9, 14, 2, 18, 6, 11, 4, 16, 1, 13, 8, 19, 3, 12, 7, 17, 0, 15, 5, 10];

describe('a rise', () => {
  it('of 20 values, each above the last, is as clear as 20 values can be', () => {
    const { p, least } = kendallRise(numbers(20, (at) => at));
    expect(p).toBeCloseTo(least, 12);
    // S = 190, variance 950: z = 189 / √950 = 6.13.
    expect(p / 4.34e-10).toBeCloseTo(1, 1);
  });

  it('is none where values fall, or are all the same', () => {
    expect(kendallRise(numbers(20, (at) => -at)).p).toBe(1);
    expect(kendallRise(numbers(20, () => 0.5))).toEqual({ p: 1, least: 1 });
    expect(kendallRise([]).p).toBe(1);
  });

  it('counts ties for what they are', () => {
    // Two values, 10 times each: S = 100, variance 950 − 2 · 125 = 700, z = 99 / √700 = 3.74.
    const { p } = kendallRise(numbers(20, (at) => (at < 10 ? at % 2 : 1) * 0.5));
    expect(p).toBeGreaterThan(1e-4);
    expect(p).toBeLessThan(0.05);
  });

  it('is doubted where one value says something of the next', () => {
    const slow = numbers(40, (at) => at * 0.05 + Math.sin(at / 4));
    const quick = numbers(40, (at) => at * 0.05 + (at % 2 ? 0.7 : -0.7));
    expect(kendallRise(slow).p).toBeGreaterThan(100 * kendallRise(quick).p);
  });

  it('of scattered values is no news', () => {
    expect(kendallRise(SCATTERED).p).toBeGreaterThan(0.05);
  });
});
