import { Clock } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import { JudgeTenantsRepository, type JudgeUsage } from './judge-tenants.repository.js';

/** A call that may be made. */
export interface JudgeReservation {
  readonly tenant: TenantId;
  readonly day: string;
  readonly tokens: number;
}

/** For which tenants a language model may be asked, and how much of their budget is left. Off for a tenant that no one switched on. */
@Injectable()
export class JudgeAccessService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly tenants: JudgeTenantsRepository,
    private readonly clock: Clock,
  ) {}

  async isOn(tenant: TenantId): Promise<boolean> {
    return this.tenantDb.read(tenant, (tx) => this.tenants.isOn(tx, tenant));
  }

  /** In force for the next call, in every process. */
  async set(tenant: TenantId, isOn: boolean): Promise<void> {
    await this.tenantDb.run(tenant, (tx) =>
      isOn ? this.tenants.switchOn(tx, tenant) : this.tenants.switchOff(tx, tenant),
    );
  }

  /** On the present UTC day. */
  async usage(tenant: TenantId): Promise<JudgeUsage> {
    return this.tenantDb.read(tenant, (tx) => this.tenants.usage(tx, tenant, this.today()));
  }

  /**
   * Takes a call and its tokens out of the tenant's budget of the day, before it is made.
   * @returns undefined where the budget does not have them, or the tenant has no judge any more
   */
  async reserve(tenant: TenantId, tokens: number, most: JudgeUsage): Promise<JudgeReservation | undefined> {
    const day = this.today();
    const isReserved = await this.tenantDb.run(tenant, (tx) => this.tenants.reserve(tx, tenant, day, tokens, most));
    return isReserved ? { tenant, day, tokens } : undefined;
  }

  /** @param used tokens that the call really used */
  async settle({ tenant, day, tokens }: JudgeReservation, used: number): Promise<void> {
    if (used === tokens) return;
    await this.tenantDb.run(tenant, (tx) => this.tenants.settle(tx, tenant, day, used - tokens));
  }

  private today(): string {
    return this.clock.now().toISOString().slice(0, 10);
  }
}
