import { TenantErasers, TenantTablesRepository, type ErasureBeginning } from '@mneme/platform/erasure';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CallQuotas } from './calls/call-quotas.js';
import { TENANT } from './plans/rate-limit.js';
import { TenantPlans } from './plans/tenant-plans.js';
import { TenantsService } from './plans/tenants.service.js';
import { SharedRateLimitStore } from './rate-limits/shared.rate-limit-store.js';

/** Takes a tenant that is erased off the list of tenants, and out of what processes remember of plans and limits. */
@Injectable()
export class UsageEraser {
  constructor(
    erasers: TenantErasers,
    tenants: TenantsService,
    plans: TenantPlans,
    quotas: CallQuotas,
    limits: SharedRateLimitStore,
    private readonly tables: TenantTablesRepository,
  ) {
    erasers.atBegin((tx) => this.unlist(tx));
    erasers.onForget((tenant) => {
      tenants.forget(tenant);
      plans.forget(tenant);
      quotas.forget(tenant);
    });
    erasers.onForget((tenant: TenantId) => limits.forget({ owner: TENANT + tenant }));
  }

  /** At once: work that goes through all tenants does not come across one that is being erased. */
  private async unlist(tx: EntityManager): Promise<ErasureBeginning> {
    return { deleted: { tenants: await this.tables.erase(tx, { name: 'tenants', batch: 1 }) } };
  }
}
