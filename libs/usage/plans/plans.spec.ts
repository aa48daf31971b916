import { MAX_LIMITS, planOf, PLANS, rateLimitOf } from './plans.js';

describe('plans', () => {
  it.each([
    ['free', 1_000, 10, 20, 10_000, 104_857_600],
    ['pro', 100_000, 100, 200, 1_000_000, 10_737_418_240],
    ['enterprise', 10_000_000, 6_000, 12_000, 100_000_000, 1_099_511_627_776],
    ['local', 1e12, 600_000, 1_200_000, 1e12, 9_007_199_254_740_991],
  ] as const)(
    '%s has its published numbers',
    (name, callsPerMonth, requestsPerMinute, burst, memories, storageBytes) => {
      expect(planOf(name)).toEqual({ name, callsPerMonth, requestsPerMinute, burst, memories, storageBytes });
    },
  );

  it.each([
    ['free', 10, 600, 1_000],
    ['pro', 100, 6_000, 100_000],
    ['enterprise', 6_000, 360_000, 8_640_000],
    ['local', 600_000, 36_000_000, 864_000_000],
  ] as const)(
    '%s: a key is told its limits a minute, hour and day',
    (name, requestsPerMinute, requestsPerHour, requestsPerDay) => {
      expect(rateLimitOf(PLANS[name])).toEqual({ requestsPerMinute, requestsPerHour, requestsPerDay });
    },
  );

  it('local has nothing beyond what can be counted, in numbers that JSON and Redis hold exactly', () => {
    for (const [name, most] of Object.entries(MAX_LIMITS)) {
      const number = PLANS.local[name as keyof typeof PLANS.local];
      expect([name, Number.isSafeInteger(number), number <= most]).toEqual([name, true, true]);
    }
  });

  it("take a tenant's own numbers, and two minutes' worth of burst where it names only a rate", () => {
    const own = planOf('enterprise', { requestsPerMinute: 50, memories: 7 });
    expect(own).toEqual({ ...PLANS.enterprise, name: 'enterprise', requestsPerMinute: 50, burst: 100, memories: 7 });
    expect(planOf('enterprise', { requestsPerMinute: 50, burst: 3 }).burst).toBe(3);
    expect(rateLimitOf(own).requestsPerHour).toBe(3_000);
  });
});
