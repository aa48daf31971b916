export type { DailyCalls } from './calls/call-counts.repository.js';
export { CallQuotaGuard } from './calls/call-quota.guard.js';
export { FailedAuthentications } from './rate-limits/failed-authentications.js';
export { MemoryRateLimitStore } from './rate-limits/memory.rate-limit-store.js';
export type { KeyWindows, RateStanding, TokenBucket } from './plans/rate-limit.js';
export { RateLimitStore } from './rate-limits/rate-limit.store.js';
export { RedisRateLimitStore } from './rate-limits/redis.rate-limit-store.js';
export { RateLimitHeaders } from './rate-limits/rate-limit-headers.js';
export { RateLimitGuard } from './rate-limits/rate-limit.guard.js';
export {
  MAX_LIMITS,
  rateLimitOf,
  type Plan,
  type PlanLimits,
  type PlanOverrides,
  type RateLimit,
} from './plans/plans.js';
export type { StoredAmount } from './plans/quota.repository.js';
export { QuotaService } from './plans/quota.service.js';
export { TenantsService } from './plans/tenants.service.js';
export { planOfRecord, type TenantRecord } from './plans/tenant.entity.js';
export { UsageMetricsService } from './calls/usage-metrics.service.js';
export { UsageModule } from './usage.module.js';
export { usageSchema } from './usage.schema.js';
export { usageScopes } from './usage.scopes.js';
