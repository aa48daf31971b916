import { PatternLife } from '../../../test/support/stories/pattern-life.js';
import { Directions } from './directions.js';
import { RoundSpace } from './round-space.js';

const DIMENSIONS = 16;

/** About normal, the first axes far wider than the others, and all on one side. */
function lopsided(size: number, seed: number): Directions {
  const life = new PatternLife(seed);
  const points = new Directions(size, DIMENSIONS);
  const normal = (): number => life.next() + life.next() + life.next() + life.next() - 2;
  for (let row = 0; row < size; row += 1)
    points.set(
      row,
      Array.from({ length: DIMENSIONS }, (_, axis) => 0.5 + normal() * (axis < 4 ? 5 : 1)),
    );
  return points;
}

/** Mean square of the cosines of all pairs, in units of what round points have: 1 where no axis is wider than others. */
function roundness(points: Directions): number {
  let squares = 0;
  for (let row = 0; row < points.size; row += 1) {
    for (const cosine of points.products(row, points, row)) squares += cosine * cosine;
  }
  return (squares * DIMENSIONS) / ((points.size * (points.size - 1)) / 2);
}

describe('RoundSpace', () => {
  it('makes points round that vary most along a few axes', () => {
    const points = lopsided(600, 5);
    expect(roundness(points)).toBeGreaterThan(2);
    const round = new RoundSpace([points]).of(points);
    expect(roundness(round)).toBeGreaterThan(0.9);
    expect(roundness(round)).toBeLessThan(1.1);
  });

  it('takes what many lists say of it together', () => {
    const [a, b] = [lopsided(300, 1), lopsided(300, 2)];
    expect(roundness(new RoundSpace([a, b]).of(lopsided(300, 3)))).toBeLessThan(1.2);
  });

  it('of fewer points than axes trusts no axis to be narrow', () => {
    const few = lopsided(8, 4);
    expect(roundness(new RoundSpace([few]).of(lopsided(300, 3)))).toBeLessThan(roundness(lopsided(300, 3)) * 1.1);
  });

  it('leaves a direction that is not known unknown', () => {
    const points = lopsided(40, 6);
    points.set(7, []);
    const round = new RoundSpace([points]).of(points);
    expect([...round.row(7)]).toEqual(new Array(DIMENSIONS).fill(0));
    expect(Math.hypot(...round.row(8))).toBeCloseTo(1, 5);
  });
});

describe('products of directions', () => {
  it('are those of each pair, however many there are', () => {
    const points = lopsided(7, 8);
    for (let row = 0; row < 7; row += 1) {
      const products = points.products(row, points);
      expect(products).toHaveLength(7);
      products.forEach((product, other) => {
        const own = [...points.row(row)].reduce((sum, value, axis) => sum + value * (points.row(other)[axis] ?? 0), 0);
        expect(product).toBeCloseTo(own, 5);
      });
    }
  });
});
