import { AppConfig, DomainError, TenantDb, type PlanName, type TenantId } from '@mneme/platform';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { TenantRecord } from './tenant.entity.js';
import { TenantsRepository } from './tenants.repository.js';

const REMEMBERED_TENANTS = 50_000;

/** Who is a tenant, and on what plan. A tenant comes into being with its first valid credential or by the CLI. */
@Injectable()
export class TenantsService {
  /** Tenants are never removed, so what was once seen need not be asked again. */
  private readonly seen = new LRUCache<TenantId, Promise<void>>({ max: REMEMBERED_TENANTS });

  constructor(
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly tenants: TenantsRepository,
  ) {}

  /** Makes the tenant on the default plan where it is new. Not to be called inside a transaction. */
  async ensure(tenantId: TenantId): Promise<void> {
    const known = this.seen.get(tenantId) ?? this.addIfNew(tenantId);
    this.seen.set(tenantId, known);
    try {
      await known;
    } catch (error) {
      if (this.seen.get(tenantId) === known) this.seen.delete(tenantId);
      throw error;
    }
  }

  /** The plan in force now, also where another process has just changed it. */
  async planOf(tx: EntityManager, tenantId: TenantId): Promise<PlanName> {
    return (await this.tenants.find(tx, tenantId))?.plan ?? this.config.defaultPlan;
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

  /** @throws DomainError notFound where there is no such tenant */
  async setPlan(tenantId: TenantId, plan: PlanName): Promise<void> {
    const found = await this.tenantDb.runSystem((tx) => this.tenants.setPlan(tx, tenantId, plan));
    if (!found) throw DomainError.notFound('tenant');
  }

  private async addIfNew(tenantId: TenantId): Promise<void> {
    await this.tenantDb.run(tenantId, (tx) => this.tenants.insertIfNew(tx, tenantId, this.config.defaultPlan));
  }
}
