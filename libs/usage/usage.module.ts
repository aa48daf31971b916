import { NO_TENANT, WarmUp } from '@mneme/platform';
import { Module } from '@nestjs/common';
import { getOptionsToken, getStorageToken } from '@nestjs/throttler';
import { CallCounter } from './call-counter.js';
import { CallCountsRepository } from './call-counts.repository.js';
import { CallMonthsRepository } from './call-months.repository.js';
import { CallQuotaGuard } from './call-quota.guard.js';
import { CallQuotas } from './call-quotas.js';
import { CallRecorder } from './call-recorder.js';
import { FailedAuthentications } from './failed-authentications.js';
import { PlanRefusals } from './plan-refusals.js';
import { QuotaRepository } from './quota.repository.js';
import { QuotaService } from './quota.service.js';
import { RateLimitGuard, throttlerOptions } from './rate-limit.guard.js';
import { SharedRateLimitStore } from './shared.rate-limit-store.js';
import { TenantPlans } from './tenant-plans.js';
import { TenantsRepository } from './tenants.repository.js';
import { TenantsService } from './tenants.service.js';
import { UsageController } from './usage.controller.js';
import { UsageMetricsService } from './usage-metrics.service.js';
import { UsageRetentionJob } from './usage-retention.job.js';

/** Tenants, their plans, how often they may call and how much they use. Needs what the platform offers everywhere. */
@Module({
  controllers: [UsageController],
  providers: [
    CallCounter,
    CallCountsRepository,
    CallMonthsRepository,
    CallQuotaGuard,
    CallQuotas,
    CallRecorder,
    FailedAuthentications,
    PlanRefusals,
    QuotaRepository,
    QuotaService,
    RateLimitGuard,
    SharedRateLimitStore,
    TenantPlans,
    TenantsRepository,
    TenantsService,
    UsageMetricsService,
    UsageRetentionJob,
    { provide: getOptionsToken(), useFactory: throttlerOptions, inject: [TenantPlans] },
    { provide: getStorageToken(), useExisting: SharedRateLimitStore },
  ],
  exports: [
    CallQuotaGuard,
    FailedAuthentications,
    QuotaService,
    RateLimitGuard,
    TenantPlans,
    TenantsService,
    UsageMetricsService,
  ],
})
export class UsageModule {
  constructor(warmUp: WarmUp, plans: TenantPlans, quotas: CallQuotas) {
    warmUp.addStep('plans', (tenants) => Promise.all([NO_TENANT, ...tenants].map((tenant) => plans.of(tenant))));
    warmUp.addStep('call quotas', async (tenants) => {
      for (const tenant of tenants) (await quotas.admit(tenant))?.end(false);
    });
    warmUp.addRequests('usage', (tenantId) => [
      { method: 'GET', url: `/api/v1/usage/metrics/${tenantId}`, scope: 'read:usage' },
    ]);
  }
}
