import { bySize, tenantSmallness } from './tenant-size-interpolation.js';

describe('tenantSmallness', () => {
  it.each([
    [0, 1],
    [20, 1],
    [1_000, 0],
    [100_000, 0],
  ])('of %d memories is %d', (tenantSize, expected) => {
    expect(tenantSmallness(tenantSize)).toBe(expected);
  });

  it('falls by the same for every doubling of the tenant', () => {
    const [a, b, c] = [50, 100, 200].map(tenantSmallness) as [number, number, number];
    expect(a - b).toBeCloseTo(b - c, 12);
    expect(a).toBeGreaterThan(b);
  });
});

it('lies between what holds in the largest tenants and in the smallest', () => {
  const range = { large: 0.8, small: 0.6 };
  expect([bySize(range, 1_000), bySize(range, 20)]).toEqual([0.8, 0.6]);
  expect(bySize(range, 150)).toBeGreaterThan(0.6);
  expect(bySize(range, 150)).toBeLessThan(0.8);
});
