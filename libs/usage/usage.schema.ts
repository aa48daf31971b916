import type { Schema } from '@mneme/platform';
import { Calls1763851200000 } from './calls.migration.js';
import { QuotaCorrections1763868700000 } from './quota-corrections.migration.js';
import { QuotaOverdrafts1763901500000 } from './quota-overdrafts.migration.js';
import { Quotas1763851100000 } from './quotas.migration.js';
import { TenantLimits1763855010000 } from './tenant-limits.migration.js';
import { TenantRecord } from './tenant.entity.js';
import { Tenants1763700100000 } from './tenants.migration.js';

export const usageSchema: Schema = {
  entities: [TenantRecord],
  migrations: [
    Tenants1763700100000,
    TenantLimits1763855010000,
    Quotas1763851100000,
    Calls1763851200000,
    QuotaCorrections1763868700000,
    QuotaOverdrafts1763901500000,
  ],
};
