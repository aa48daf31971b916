import { adjustedByBenjaminiHochberg } from './benjamini-hochberg.js';
import { BinomialSize } from './binomial-size.js';
import { binomialReach, binomialUpperTail, shareInterval } from './binomial.js';
import { meanUpperTail } from './mean-tail.js';
import { normalUpperTail } from './normal.js';
import { poissonBinomialReach, poissonBinomialUpperTail } from './poisson-binomial.js';
import { smoothRate } from './smooth-rate.js';
import { strataReach, strataUpperTail } from './strata.js';

/** n! / (k! (n − k)!) in whole numbers. */
function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 1; i <= k; i += 1) result = (result * BigInt(n - k + i)) / BigInt(i);
  return result;
}

/** The mid-p tail for p = a/b, summed in whole numbers and divided once. */
function exactTail(k: number, n: number, a: number, b: number): number {
  const weight = (i: number) => choose(n, i) * BigInt(a) ** BigInt(i) * BigInt(b - a) ** BigInt(n - i);
  let doubled = weight(k);
  for (let i = k + 1; i <= n; i += 1) doubled += 2n * weight(i);
  return Number((doubled * 10n ** 80n) / (2n * BigInt(b) ** BigInt(n))) / 1e80;
}

describe('binomialUpperTail', () => {
  it.each([
    [8, 10, 1, 2],
    [19, 23, 1, 7],
    [5, 200, 1, 50],
    [1, 3, 9, 10],
    [40, 40, 3, 24],
    [300, 1000, 1, 4],
  ])('is the sum in whole numbers: %d of %d at %d/%d', (k, n, a, b) => {
    const exact = exactTail(k, n, a, b);
    expect(binomialUpperTail(k, n, a / b) / exact).toBeCloseTo(1, 8);
  });

  it.each([
    [700, 1500, 9, 10],
    [1340, 1500, 9, 10],
    [1350, 1500, 9, 10],
    [1, 40_000, 1, 20],
  ])('is near 1 below the mean, however far: %d of %d at %d/%d', (k, n, a, b) => {
    const tail = binomialUpperTail(k, n, a / b);
    expect(tail).toBeCloseTo(n > 1500 ? 1 : exactTail(k, n, a, b), 9);
    expect(tail).toBeLessThanOrEqual(binomialUpperTail(k - 1, n, a / b));
  });

  it('is 1 for none, and 0 or half where chance says never or always', () => {
    expect(binomialUpperTail(0, 5, 0.5)).toBe(1);
    expect(binomialUpperTail(1, 5, 0)).toBe(0);
    expect(binomialUpperTail(5, 5, 1)).toBe(0.5);
  });

  it('is 1 far below the mean, where single terms are too small for a number', () => {
    expect(binomialUpperTail(10, 5000, 0.9)).toBe(1);
    expect(binomialUpperTail(0.3 * 1000, 1000, 0.3)).toBeCloseTo(0.5, 2);
  });

  it('can give no smaller p than its reach says', () => {
    for (const [n, p] of [[3, 0.2] as const, [12, 0.5] as const, [40, 0.9] as const]) {
      expect(-Math.log10(binomialUpperTail(n, n, p))).toBeCloseTo(binomialReach(n, p), 9);
    }
  });
});

it("Wilson's interval is that of the tables", () => {
  const [low, high] = shareInterval(8, 10);
  expect([low, high]).toEqual([expect.closeTo(0.4902, 4), expect.closeTo(0.9433, 4)]);
  expect(shareInterval(0, 0)).toEqual([0, 1]);
});

it.each([
  [0, 0.5],
  [1.959964, 0.025],
  [-1, 0.8413447],
  [3, 0.001349898],
  [6, 9.865876e-10],
])('a normal variable exceeds %d with the chance of the tables', (z, p) => {
  expect(normalUpperTail(z) / p).toBeCloseTo(1, 3);
});

it.each([
  [3.5, 2.326291e-4],
  [4.2, 1.334575e-5],
  [4.3, 8.539905e-6],
  [4.4, 5.412544e-6],
  [4.9, 4.791833e-7],
  [5, 2.866516e-7],
])('where the series meet, the error stays below 1 in 1,000: %d', (z, p) => {
  expect(Math.abs(normalUpperTail(z) / p - 1)).toBeLessThan(0.001);
});

describe('adjustedByBenjaminiHochberg', () => {
  /** The example of Benjamini and Hochberg (1995), adjusted as R's p.adjust does. */
  const p = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ];
  const adjusted = [
    0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.06385714, 0.06385714, 0.0645, 0.0765, 0.486, 0.58118182, 0.714875,
    0.75323077, 0.81321429, 1,
  ];

  it('gives the values of the paper, in whatever order', () => {
    adjustedByBenjaminiHochberg(p, 15).forEach((value, i) => expect(value).toBeCloseTo(adjusted[i]!, 7));
    expect(adjustedByBenjaminiHochberg(p.toReversed(), 15)).toEqual(adjustedByBenjaminiHochberg(p, 15).toReversed());
  });

  it('counts what was tried and is not listed', () => {
    adjustedByBenjaminiHochberg(p.slice(0, 4), 15).forEach((value, i) => expect(value).toBeCloseTo(adjusted[i]!, 7));
  });
});

describe('smoothRate', () => {
  const times = Array.from({ length: 21 }, (_, i) => i / 10 - 1);

  it('finds the curve that counts follow', () => {
    const truth = times.map((t) => 5 * Math.exp(0.3 + 1.2 * t - 0.5 * t * t));
    const means = smoothRate(
      truth,
      times.map(() => 5),
      times,
    );
    means.forEach((mean, i) => expect(mean).toBeCloseTo(truth[i]!, 3));
  });

  it('stays finite where there is nothing', () => {
    expect(
      smoothRate(
        times.map(() => 0),
        times.map(() => 1),
        times,
      ).every((mean) => mean >= 0 && mean < 1),
    ).toBe(true);
  });
});

describe('poissonBinomialUpperTail', () => {
  it('is the binomial one where all chances are the same', () => {
    for (const k of [1, 5, 9, 12]) {
      const tail = poissonBinomialUpperTail(k, new Array<number>(12).fill(0.3));
      expect(tail / binomialUpperTail(k, 12, 0.3)).toBeCloseTo(1, 9);
    }
  });

  it('is the sum over all outcomes where they differ', () => {
    const chances = [0.1, 0.5, 0.8, 0.25, 0.6];
    let [tail, half] = [0, 0];
    for (let outcome = 0; outcome < 2 ** chances.length; outcome += 1) {
      const hits = chances.map((_, at) => Math.floor(outcome / 2 ** at) % 2 === 1);
      const probability = chances.reduce((product, chance, at) => product * (hits[at] ? chance : 1 - chance), 1);
      const count = hits.filter(Boolean).length;
      if (count > 3) tail += probability;
      if (count === 3) half += probability / 2;
    }
    expect(poissonBinomialUpperTail(3, chances)).toBeCloseTo(tail + half, 12);
    expect(poissonBinomialReach(chances)).toBeCloseTo(-Math.log10(poissonBinomialUpperTail(5, chances)), 9);
  });
});

describe('meanUpperTail', () => {
  it.each([
    [14, 20, 0.5],
    [9, 20, 0.2],
    [45, 60, 0.5],
    [12, 40, 0.1],
  ])('of noughts and ones is about the binomial tail: %d of %d at %d', (k, n, p) => {
    const tail = meanUpperTail(k / n, n, [1 - p, p], [0, 1]);
    expect(Math.abs(Math.log(tail / binomialUpperTail(k, n, p)))).toBeLessThan(0.16);
  });

  it('knows the end that no mean can pass, and is 1 below the expected mean', () => {
    expect(meanUpperTail(1, 5, [3, 1], [-1, 1])).toBeCloseTo(0.25 ** 5 / 2, 12);
    expect(meanUpperTail(-0.6, 5, [3, 1], [-1, 1])).toBe(1);
  });
});

describe('BinomialSize', () => {
  const size = new BinomialSize(0.01, 3);

  it('is what a test of so few outcomes finds by chance, not its level', () => {
    // Of 10 at one half: 9 has mid-p .0059, 8 has .033; 9 or more comes up in 11 of 1,024.
    expect(size.of(10, 0.5)).toBeCloseTo(11 / 1024, 2);
    expect(size.of(6, 0.5)).toBeCloseTo(1 / 64, 2);
  });

  it('of many trials that mostly succeed is about its level', () => {
    for (const n of [1500, 5000, 40_000]) expect(Math.abs(Math.log(size.of(n, 0.9) / 0.01))).toBeLessThan(0.25);
  });

  it('is none where nothing could be found', () => {
    expect([size.of(5, 0.5), size.of(2, 0.001)]).toEqual([0, 0]);
  });
});

describe('strataUpperTail', () => {
  it("is Fisher's exact test of one stratum", () => {
    const stratum = { all: 13, having: 8, drawn: 8 };
    expect(strataUpperTail(8, [stratum])).toBeCloseTo(0.5 / Number(choose(13, 8)), 12);
    expect(strataReach([stratum])).toBeCloseTo(Math.log10(2 * Number(choose(13, 8))), 9);
  });

  it('multiplies over strata, and learns nothing of those without others', () => {
    const strata = [
      { all: 6, having: 3, drawn: 3 },
      { all: 6, having: 3, drawn: 3 },
    ];
    expect(strataUpperTail(6, strata)).toBeCloseTo(0.5 / 400, 12);
    expect(strataUpperTail(10, [...strata, { all: 4, having: 4, drawn: 4 }])).toBeCloseTo(0.5 / 400, 12);
  });

  it('agrees with counting all draws', () => {
    const ways = (count: number) => Number(choose(5, count) * choose(4, 4 - count));
    const exact = (ways(3) / 2 + ways(4)) / Number(choose(9, 4));
    expect(strataUpperTail(3, [{ all: 9, having: 5, drawn: 4 }])).toBeCloseTo(exact, 12);
  });
});
