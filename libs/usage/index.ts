export type { DailyCalls } from './call-counts.repository.js';
export { CallQuotaGuard } from './call-quota.guard.js';
export { FailedAuthentications } from './failed-authentications.js';
export { MemoryRateLimitStore } from './memory.rate-limit-store.js';
export type { KeyWindows, RateStanding, TokenBucket } from './rate-limit.js';
export { RateLimitStore } from './rate-limit.store.js';
export { RedisRateLimitStore } from './redis.rate-limit-store.js';
export { RateLimitHeaders } from './rate-limit-headers.js';
export { RateLimitGuard } from './rate-limit.guard.js';
export {
  LARGEST_LIMITS,
  rateLimitOf,
  type Plan,
  type PlanLimits,
  type PlanOverrides,
  type RateLimit,
} from './plans.js';
export type { StoredAmount } from './quota.repository.js';
export { QuotaService } from './quota.service.js';
export { TenantsService } from './tenants.service.js';
export { planOfRecord, type TenantRecord } from './tenant.entity.js';
export { UsageMetricsService } from './usage-metrics.service.js';
export { UsageModule } from './usage.module.js';
export { usageSchema } from './usage.schema.js';
