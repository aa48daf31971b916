import type { PlanName } from '@mneme/platform/config';

/** What a plan allows. Every number is finite; months are UTC calendar months. */
export interface PlanLimits {
  readonly callsPerMonth: number;
  /** Rate at which a tenant's token bucket refills. */
  readonly requestsPerMinute: number;
  /** Capacity of that bucket. */
  readonly burst: number;
  readonly memories: number;
  readonly storageBytes: number;
}

/** The plan of a tenant, with the tenant's own numbers where it has any. */
export interface Plan extends PlanLimits {
  readonly name: PlanName;
}

/** A tenant's own numbers, in place of its plan's. Only Enterprise has them. */
export type PlanOverrides = Partial<PlanLimits>;

/** How often a key may call, as its API key object tells. */
export interface RateLimit {
  readonly requestsPerMinute: number;
  readonly requestsPerHour: number;
  readonly requestsPerDay: number;
}

const MIB = 1_024 ** 2;
const GIB = 1_024 ** 3;

/** `local` is for one's own machine: finite numbers, as clients expect them, that no machine reaches. */
// prettier-ignore
export const PLANS: Readonly<Record<PlanName, PlanLimits>> = {
  free:       { callsPerMonth: 1_000,      requestsPerMinute: 10,    burst: 20,     memories: 10_000,      storageBytes: 100 * MIB },
  pro:        { callsPerMonth: 100_000,    requestsPerMinute: 100,   burst: 200,    memories: 1_000_000,   storageBytes: 10 * GIB },
  enterprise: { callsPerMonth: 10_000_000, requestsPerMinute: 6_000, burst: 12_000, memories: 100_000_000, storageBytes: 1_024 * GIB },
  local:      { callsPerMonth: 1e12,       requestsPerMinute: 600_000, burst: 1_200_000, memories: 1e12,      storageBytes: 2 ** 53 - 1 },
};

/** The largest that a tenant's own numbers can be. Ten thousand requests a second are one every 100 µs. */
export const MAX_LIMITS: PlanLimits = {
  callsPerMonth: 1e12,
  requestsPerMinute: 600_000,
  burst: 10_000_000,
  memories: 1e12,
  storageBytes: 2 ** 53 - 1,
};

/** A tenant that has a rate of its own and no burst gets two minutes' worth, as every plan has. */
export function planOf(name: PlanName, overrides: PlanOverrides = {}): Plan {
  const { requestsPerMinute } = overrides;
  const burst = requestsPerMinute === undefined ? {} : { burst: requestsPerMinute * 2 };
  return { name, ...PLANS[name], ...burst, ...overrides };
}

/** A day never promises more calls than the month has. */
export function rateLimitOf({ requestsPerMinute, callsPerMonth }: PlanLimits): RateLimit {
  return {
    requestsPerMinute,
    requestsPerHour: requestsPerMinute * 60,
    requestsPerDay: Math.min(requestsPerMinute * 1_440, callsPerMonth),
  };
}
