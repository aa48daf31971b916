import { majorityChance } from './majority.js';

describe('the chance of a majority', () => {
  it.each([
    [1, 0.3, 0.3],
    [2, 0.5, 0.5],
    // Both, of both or none.
    [2, 0.8, 0.64 / 0.68],
    [3, 0.6, 0.648],
    [3, 0, 0],
    [4, 1, 1],
  ])('of %i trials of %f is %f', (n, p, chance) => {
    expect(majorityChance(n, p)).toBeCloseTo(chance, 12);
  });

  it('grows towards certainty with the number of trials', () => {
    expect(majorityChance(400, 0.6)).toBeGreaterThan(0.999);
    expect(majorityChance(400, 0.4)).toBeLessThan(0.001);
  });
});
