import { Clock } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import { CallCounter } from './call-counter.js';
import { CallCountsRepository, type DailyCalls } from './call-counts.repository.js';
import type { Plan } from '../plans/plans.js';
import type { StoredAmount } from '../plans/quota.repository.js';
import { QuotaService } from '../plans/quota.service.js';
import { TenantPlans } from '../plans/tenant-plans.js';
import { lastDays, utcDay, utcMonth } from '../plans/utc-calendar.js';

/** What a tenant uses, and what its plan allows. */
export interface UsageMetrics {
  readonly callsToday: number;
  readonly callsThisMonth: number;
  readonly stored: StoredAmount;
  readonly plan: Plan;
}

/** Reads what has been counted: this process's counts up to now, those of others up to a second ago. */
@Injectable()
export class UsageMetricsService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly counter: CallCounter,
    private readonly counts: CallCountsRepository,
    private readonly quota: QuotaService,
    private readonly plans: TenantPlans,
    private readonly clock: Clock,
  ) {}

  async of(tenant: TenantId): Promise<UsageMetrics> {
    await this.counter.flush();
    const now = this.clock.now();
    return this.tenantDb.run(tenant, async (tx) => {
      const [callsToday, callsThisMonth] = await this.counts.charged(tx, tenant, utcDay(now), utcMonth(now));
      const stored = await this.quota.stored(tx, tenant);
      return { callsToday, callsThisMonth, stored, plan: await this.plans.within(tx, tenant) };
    });
  }

  /**
   * One entry for each of the last UTC days, today the last, also where there were no calls.
   * @param keyId UUID of a key of the tenant
   */
  async daily(tenant: TenantId, keyId: string, days: number): Promise<DailyCalls[]> {
    await this.counter.flush();
    const dates = lastDays(this.clock.now(), days);
    const rows = await this.tenantDb.run(tenant, (tx) => this.counts.daily(tx, tenant, keyId, dates[0] ?? ''));
    const byDay = new Map(rows.map((row) => [row.day, row]));
    return dates.map((day) => byDay.get(day) ?? { day, requests: 0, errors: 0 });
  }
}
