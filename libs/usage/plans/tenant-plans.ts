import { TenantDb } from '@mneme/platform/database';
import { unlessErased } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { Broadcast } from '@mneme/platform/redis';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { Plan } from './plans.js';
import { TenantsService } from './tenants.service.js';

const TENANTS = 50_000;
/** Older than this is looked up again beside the request. */
const FRESH_MS = 4_000;
/** Older than this is not used while it can be looked up: a change holds everywhere within ten seconds. */
const USABLE_MS = 9_000;

interface Known {
  readonly plan: Plan;
  readonly readAt: number;
}

/** The plan of a tenant for every request, without a query for each. A change in one process is broadcast to all. */
@Injectable()
export class TenantPlans {
  private readonly known = new LRUCache<TenantId, Known>({ max: TENANTS });
  private readonly underWay = new Map<TenantId, Promise<Plan>>();

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly tenants: TenantsService,
    broadcast: Broadcast,
  ) {
    const forget = (tenantId: TenantId): void => this.forget(tenantId);
    tenants.onPlanChange(forget);
    broadcast.listen(TenantsService.PLAN_TOPIC, {
      onMessage: (tenantId) => forget(tenantId as TenantId),
      onGap: () => this.known.clear(),
    });
  }

  /**
   * At most 9 s old; older only where the database does not answer. Not to be called inside a transaction.
   * @throws DomainError database
   */
  async of(tenantId: TenantId): Promise<Plan> {
    const known = this.known.get(tenantId);
    const age = known === undefined ? Infinity : performance.now() - known.readAt;
    if (known === undefined || age > USABLE_MS) return this.read(tenantId, known?.plan);
    if (age > FRESH_MS) void this.read(tenantId, known.plan);
    return known.plan;
  }

  /** The same inside a transaction of the tenant. */
  async within(tx: EntityManager, tenantId: TenantId): Promise<Plan> {
    const known = this.known.get(tenantId);
    if (known !== undefined && performance.now() - known.readAt < USABLE_MS) return known.plan;
    return this.tenants.planOf(tx, tenantId);
  }

  /** The next request looks it up. */
  forget(tenantId: TenantId): void {
    this.known.delete(tenantId);
    this.underWay.delete(tenantId);
  }

  /** Requests that come together share one query. What `forget` has overtaken is not remembered. */
  private async read(tenantId: TenantId, fallback: Plan | undefined): Promise<Plan> {
    const readAt = performance.now();
    const query = this.underWay.get(tenantId) ?? this.ask(tenantId);
    this.underWay.set(tenantId, query);
    try {
      const plan = await query;
      if (this.underWay.get(tenantId) === query) this.known.set(tenantId, { plan, readAt });
      return plan;
    } catch (error) {
      if (fallback === undefined) throw error;
      return fallback;
    } finally {
      if (this.underWay.get(tenantId) === query) this.underWay.delete(tenantId);
    }
  }

  /** A tenant that is being erased has no plan of its own any more. */
  private async ask(tenantId: TenantId): Promise<Plan> {
    const query = this.tenantDb.run(tenantId, (tx) => this.tenants.planOf(tx, tenantId));
    return (await unlessErased(query)) ?? this.tenants.defaultPlan;
  }
}
