import { PLANS, rateLimitOf } from './plans.js';

describe('plans', () => {
  it.each([
    ['free', 1_000, 10, 20, 10_000, 104_857_600],
    ['pro', 100_000, 100, 200, 1_000_000, 10_737_418_240],
    ['enterprise', 10_000_000, 6_000, 12_000, 100_000_000, 1_099_511_627_776],
  ] as const)(
    '%s has its published numbers',
    (plan, callsPerMonth, requestsPerMinute, burst, memories, storageBytes) => {
      expect(PLANS[plan]).toEqual({ callsPerMonth, requestsPerMinute, burst, memories, storageBytes });
    },
  );

  it.each([
    ['free', 10, 600, 1_000],
    ['pro', 100, 6_000, 100_000],
    ['enterprise', 6_000, 360_000, 8_640_000],
  ] as const)(
    '%s: a key is told its limits a minute, hour and day',
    (plan, requestsPerMinute, requestsPerHour, requestsPerDay) => {
      expect(rateLimitOf(plan)).toEqual({ requestsPerMinute, requestsPerHour, requestsPerDay });
    },
  );
});
