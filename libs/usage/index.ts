export { rateLimitOf, type RateLimit } from './plans.js';
export { TenantsService } from './tenants.service.js';
export type { TenantRecord } from './tenant.entity.js';
export { UsageModule } from './usage.module.js';
export { usageSchema } from './usage.schema.js';
