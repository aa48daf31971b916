import { commonScatter } from './trend-scatter.js';

/** Standard normal scores, evenly spread. */
const steady = Array.from({ length: 40 }, (_, i) => (i - 19.5) / 13);

describe('commonScatter', () => {
  it('is 1 where the items of a tenant change no more than chance has them', () => {
    expect(commonScatter(steady)).toBeLessThan(1.2);
    expect(commonScatter([])).toBe(1);
  });

  it('is not moved by a few clear trends', () => {
    expect(commonScatter([...steady, 8, -9, 12])).toBeLessThan(1.6);
  });

  it('grows without a bound with how all topics come and go, so that none of them proves much', () => {
    expect(commonScatter(steady.map((score) => 3 * score))).toBeGreaterThan(7);
  });
});
