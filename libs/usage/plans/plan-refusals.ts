import { Clock } from '@mneme/platform/clock';
import { AppConfig, type PlanName } from '@mneme/platform/config';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import { rateLimitOf, type Plan } from './plans.js';
import type { StoredAmount } from './quota.repository.js';
import { secondsOf, type RateStanding } from './rate-limit.js';

/** The plan that has more; the largest ones can only be given numbers of their own. */
const LARGER: Readonly<Partial<Record<PlanName, PlanName>>> = { free: 'pro', pro: 'enterprise' };

/** What a client reads in a 429 or a 402: the limit, the plan, and what lifts it. */
@Injectable()
export class PlanRefusals {
  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** A request that came too soon. */
  rate(tenant: TenantId, plan: Plan, { refusedBy = 'bucket', retryAfterMs }: RateStanding): string {
    const wait = `try again in ${secondsOf(retryAfterMs)} s`;
    return `${rateReached(plan, refusedBy)}; ${wait}, or ${this.lifted(tenant, plan)}`;
  }

  /** A call beyond those of the month. */
  calls(tenant: TenantId, plan: Plan): string {
    const now = this.clock.now();
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString();
    const used = `the ${plan.callsPerMonth} calls a month of the plan ${plan.name} are used up`;
    return `${used}; wait until ${next}, or ${this.lifted(tenant, plan)}`;
  }

  /** A memory, or a change of one, that needs more than is left. */
  storage(tenant: TenantId, plan: Plan, stored: StoredAmount, growth: StoredAmount): string {
    const isFull = growth.memories > 0 && stored.memories + growth.memories > plan.memories;
    const reached = isFull
      ? `the plan ${plan.name} allows ${plan.memories} memories, and ${stored.memories} are stored`
      : `the plan ${plan.name} allows ${plan.storageBytes} bytes; ${stored.bytes} are stored, and this needs ${growth.bytes} more`;
    return `${reached}; delete memories, or ${this.lifted(tenant, plan)}`;
  }

  private lifted(tenant: TenantId, { name }: Plan): string {
    const larger = this.config.postgres === undefined && name !== 'local' ? 'local' : LARGER[name];
    return larger === undefined
      ? `have the operator raise the tenant's numbers (mneme tenants set-plan ${tenant} enterprise)`
      : `have the operator give the tenant a larger plan (mneme tenants set-plan ${tenant} ${larger})`;
  }
}

function rateReached(plan: Plan, refusedBy: NonNullable<RateStanding['refusedBy']>): string {
  const { requestsPerMinute, requestsPerHour, requestsPerDay } = rateLimitOf(plan);
  if (refusedBy === 'hour')
    return `this API key has made the ${requestsPerHour} requests an hour of the plan ${plan.name}`;
  if (refusedBy === 'day') return `this API key has made the ${requestsPerDay} requests a day of the plan ${plan.name}`;
  return `too many requests: the plan ${plan.name} allows ${requestsPerMinute} a minute and ${plan.burst} at once`;
}
