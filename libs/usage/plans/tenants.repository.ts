import type { PlanName } from '@mneme/platform/config';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PlanLimits, PlanOverrides } from './plans.js';
import { TenantRecord } from './tenant.entity.js';

const NO_OWN_NUMBERS: Record<keyof PlanLimits, null> = {
  callsPerMonth: null,
  requestsPerMinute: null,
  burst: null,
  memories: null,
  storageBytes: null,
};

/** The only place with queries on tenants. */
@Injectable()
export class TenantsRepository {
  /** @returns whether the tenant is new */
  async insertIfNew(tx: EntityManager, tenantId: TenantId, plan: PlanName): Promise<boolean> {
    const added = await tx.query<unknown[]>(
      'INSERT INTO tenants (tenant_id, plan, created_at) VALUES ($1, $2, $3) ON CONFLICT (tenant_id) DO NOTHING RETURNING tenant_id',
      [tenantId, plan, new Date()],
    );
    return added.length > 0;
  }

  async find(tx: EntityManager, tenantId: TenantId): Promise<TenantRecord | null> {
    return tx.findOneBy(TenantRecord, { tenantId });
  }

  async list(tx: EntityManager): Promise<TenantRecord[]> {
    return tx.find(TenantRecord, { order: { createdAt: 'ASC', tenantId: 'ASC' } });
  }

  /** Sets the plan and replaces the tenant's own limits. @returns whether the tenant exists */
  async setPlan(tx: EntityManager, tenantId: TenantId, plan: PlanName, own: PlanOverrides): Promise<boolean> {
    const result = await tx.update(TenantRecord, { tenantId }, { plan, ...NO_OWN_NUMBERS, ...own });
    return result.affected === 1;
  }
}
