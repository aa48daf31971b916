import { NO_TENANT, WarmUp } from '@mneme/platform/warm-up';
import { Module } from '@nestjs/common';
import { getOptionsToken, getStorageToken } from '@nestjs/throttler';
import { CallCounter } from './calls/call-counter.js';
import { CallCountsRepository } from './calls/call-counts.repository.js';
import { CallMonthsRepository } from './calls/call-months.repository.js';
import { CallQuotaGuard } from './calls/call-quota.guard.js';
import { CallQuotas } from './calls/call-quotas.js';
import { CallRecorder } from './calls/call-recorder.js';
import { FailedAuthentications } from './rate-limits/failed-authentications.js';
import { PlanRefusals } from './plans/plan-refusals.js';
import { QuotaRepository } from './plans/quota.repository.js';
import { QuotaService } from './plans/quota.service.js';
import { RateLimitGuard, throttlerOptions } from './rate-limits/rate-limit.guard.js';
import { SharedRateLimitStore } from './rate-limits/shared.rate-limit-store.js';
import { TenantPlans } from './plans/tenant-plans.js';
import { TenantRemovalService } from './plans/tenant-removal.service.js';
import { TenantsController } from './tenants.controller.js';
import { TenantsRepository } from './plans/tenants.repository.js';
import { TenantsService } from './plans/tenants.service.js';
import { UsageController } from './usage.controller.js';
import { UsageEraser } from './usage-eraser.js';
import { UsageMetricsService } from './calls/usage-metrics.service.js';
import { UsageRetentionJob } from './calls/usage-retention.job.js';

/** Tenants, their plans, how often they may call and how much they use. Needs what the platform offers everywhere. */
@Module({
  controllers: [TenantsController, UsageController],
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
    TenantRemovalService,
    TenantsRepository,
    TenantsService,
    UsageEraser,
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
