import { Module } from '@nestjs/common';
import { getOptionsToken, getStorageToken } from '@nestjs/throttler';
import { FailedAuthentications } from './failed-authentications.js';
import { RateLimitGuard, throttlerOptions } from './rate-limit.guard.js';
import { RateLimitHeaders } from './rate-limit-headers.js';
import { SharedRateLimitStore } from './shared.rate-limit-store.js';
import { TenantPlans } from './tenant-plans.js';
import { TenantsRepository } from './tenants.repository.js';
import { TenantsService } from './tenants.service.js';

/** Tenants, their plans, and how often they may call. Needs what the platform offers everywhere. */
@Module({
  providers: [
    FailedAuthentications,
    RateLimitGuard,
    RateLimitHeaders,
    SharedRateLimitStore,
    TenantPlans,
    TenantsRepository,
    TenantsService,
    { provide: getOptionsToken(), useFactory: throttlerOptions, inject: [TenantPlans] },
    { provide: getStorageToken(), useExisting: SharedRateLimitStore },
  ],
  exports: [FailedAuthentications, RateLimitGuard, TenantPlans, TenantsService],
})
export class UsageModule {}
