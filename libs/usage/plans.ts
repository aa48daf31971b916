import type { PlanName } from '@mneme/platform';

/** What a plan allows. Every number is finite; months are UTC calendar months. */
export interface Plan {
  readonly callsPerMonth: number;
  /** Rate at which a tenant's token bucket refills. */
  readonly requestsPerMinute: number;
  /** Capacity of that bucket. */
  readonly burst: number;
  readonly memories: number;
  readonly storageBytes: number;
}

/** How often a key may call, as its API key object tells. */
export interface RateLimit {
  readonly requestsPerMinute: number;
  readonly requestsPerHour: number;
  readonly requestsPerDay: number;
}

const MIB = 1_024 ** 2;
const GIB = 1_024 ** 3;

// prettier-ignore
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free:       { callsPerMonth: 1_000,      requestsPerMinute: 10,    burst: 20,     memories: 10_000,      storageBytes: 100 * MIB },
  pro:        { callsPerMonth: 100_000,    requestsPerMinute: 100,   burst: 200,    memories: 1_000_000,   storageBytes: 10 * GIB },
  enterprise: { callsPerMonth: 10_000_000, requestsPerMinute: 6_000, burst: 12_000, memories: 100_000_000, storageBytes: 1_024 * GIB },
};

/** A day never promises more calls than the month has. */
export function rateLimitOf(plan: PlanName): RateLimit {
  const { requestsPerMinute, callsPerMonth } = PLANS[plan];
  return {
    requestsPerMinute,
    requestsPerHour: requestsPerMinute * 60,
    requestsPerDay: Math.min(requestsPerMinute * 1_440, callsPerMonth),
  };
}
