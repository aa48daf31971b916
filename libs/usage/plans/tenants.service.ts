import { AppConfig, type PlanName } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import { DomainError, unlessErased } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { Broadcast } from '@mneme/platform/redis';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { planOf, type Plan, type PlanOverrides } from './plans.js';
import { planOfRecord, type TenantRecord } from './tenant.entity.js';
import { TenantsRepository } from './tenants.repository.js';

const REMEMBERED_TENANTS = 50_000;

/** Who is a tenant, and on what plan. A tenant comes into being with its first valid credential or by the CLI. */
@Injectable()
export class TenantsService {
  /** Messages to all processes: the tenant whose plan has changed. */
  static readonly PLAN_TOPIC = 'plans.changed';

  /** What was seen of late need not be asked again: only an erasure removes a tenant, and has every process forget it. */
  private readonly seen = new LRUCache<TenantId, Promise<void>>({ max: REMEMBERED_TENANTS });

  private readonly planListeners: ((tenantId: TenantId) => void)[] = [];

  constructor(
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly tenants: TenantsRepository,
    private readonly broadcast: Broadcast,
  ) {}

  /** Makes the tenant on this plan where it is new, and is not being erased. Not to be called inside a transaction. */
  async ensure(tenantId: TenantId, plan: PlanName = this.config.defaultPlan): Promise<void> {
    const known = this.seen.get(tenantId) ?? this.addIfNew(tenantId, plan);
    this.seen.set(tenantId, known);
    try {
      await known;
    } catch (error) {
      if (this.seen.get(tenantId) === known) this.seen.delete(tenantId);
      await unlessErased(Promise.reject(error as Error));
    }
  }

  /** The next credential makes the tenant again where it is gone. */
  forget(tenantId: TenantId): void {
    this.seen.delete(tenantId);
  }

  /** Of a tenant that nobody has given one. */
  get defaultPlan(): Plan {
    return planOf(this.config.defaultPlan);
  }

  /** The plan in force now, also where another process has just changed it. For every request: TenantPlans. */
  async planOf(tx: EntityManager, tenantId: TenantId): Promise<Plan> {
    const record = await this.tenants.find(tx, tenantId);
    return record === null ? this.defaultPlan : planOfRecord(record);
  }

  async exists(tenantId: TenantId): Promise<boolean> {
    return this.tenantDb.run(tenantId, async (tx) => (await this.tenants.find(tx, tenantId)) !== null);
  }

  /** Every tenant, oldest first. */
  async list(): Promise<TenantRecord[]> {
    return this.tenantDb.runSystem((tx) => this.tenants.list(tx));
  }

  /** @throws DomainError duplicate where the tenant exists */
  async create(tenantId: TenantId, plan: PlanName = this.config.defaultPlan): Promise<void> {
    const isNew = await this.tenantDb.run(tenantId, (tx) => this.tenants.insertIfNew(tx, tenantId, plan));
    if (!isNew) throw DomainError.duplicate(`the tenant ${tenantId} exists already`);
  }

  /**
   * In force in this process at once, in the others within ten seconds, with Redis at once.
   * @param own numbers in place of the plan's, enterprise only; what is left out is the plan's again
   * @throws DomainError notFound where there is no such tenant
   */
  async setPlan(tenantId: TenantId, plan: PlanName, own: PlanOverrides = {}): Promise<Plan> {
    const found = await this.tenantDb.runSystem((tx) => this.tenants.setPlan(tx, tenantId, plan, own));
    if (!found) throw DomainError.notFound('tenant');
    for (const listener of this.planListeners) listener(tenantId);
    await this.broadcast.publish(TenantsService.PLAN_TOPIC, tenantId);
    return planOf(plan, own);
  }

  /** Called with each change that this process makes. */
  onPlanChange(listener: (tenantId: TenantId) => void): void {
    this.planListeners.push(listener);
  }

  private async addIfNew(tenantId: TenantId, plan: PlanName): Promise<void> {
    await this.tenantDb.run(tenantId, (tx) => this.tenants.insertIfNew(tx, tenantId, plan));
  }
}
