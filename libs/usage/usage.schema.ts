import type { Schema } from '@mneme/platform/migrations';
import { Calls1763851200000 } from './migrations/calls.migration.js';
import { LocalPlan1764200059000 } from './migrations/local-plan.migration.js';
import { QuotaCorrections1763868700000 } from './migrations/quota-corrections.migration.js';
import { QuotaOverdrafts1763901500000 } from './migrations/quota-overdrafts.migration.js';
import { Quotas1763851100000 } from './migrations/quotas.migration.js';
import { TenantLimits1763855010000 } from './migrations/tenant-limits.migration.js';
import { TenantRecord } from './plans/tenant.entity.js';
import { Tenants1763700100000 } from './migrations/tenants.migration.js';

export const usageSchema: Schema = {
  feature: 'usage',
  entities: [TenantRecord],
  migrations: [
    { expands: Tenants1763700100000 },
    { expands: TenantLimits1763855010000 },
    { expands: Quotas1763851100000 },
    { expands: Calls1763851200000 },
    { expands: QuotaCorrections1763868700000 },
    { expands: QuotaOverdrafts1763901500000 },
    { expands: LocalPlan1764200059000 },
  ],
};
