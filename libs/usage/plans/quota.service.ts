import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PlanRefusals } from './plan-refusals.js';
import type { Plan } from './plans.js';
import { QuotaRepository, type KeptAmount, type StoredAmount } from './quota.repository.js';
import { TenantPlans } from './tenant-plans.js';

const SLOTS = 8;

/**
 * How much a tenant stores and may store. What a write adds or removes is reserved in the transaction of the write, so
 * that the two always agree and no interleaving of writers exceeds the plan.
 *
 * Order of locks: the memory's row first, then the quota, then everything else. A transaction that reserves twice must
 * not grow the second time.
 */
@Injectable()
export class QuotaService {
  /** One slot a transaction: what it gives back later goes where it holds the lock already. */
  private readonly slots = new WeakMap<EntityManager, number>();

  constructor(
    private readonly plans: TenantPlans,
    private readonly quotas: QuotaRepository,
    private readonly messages: PlanRefusals,
  ) {}

  /**
   * @param growth may be negative: then it is given back, also where the tenant has more than its plan allows
   * @throws DomainError insufficientQuota
   */
  async reserve(tx: EntityManager, tenant: TenantId, growth: StoredAmount): Promise<void> {
    if (await this.tryReserve(tx, tenant, growth)) return;
    const [message = ''] = await this.refusals(tx, tenant, [growth]);
    throw DomainError.insufficientQuota(message);
  }

  /** @returns whether it fits; if not, nothing is reserved, and the transaction may go on */
  async tryReserve(tx: EntityManager, tenant: TenantId, growth: StoredAmount): Promise<boolean> {
    if (growth.memories === 0 && growth.bytes === 0) return true;
    const plan = await this.plans.within(tx, tenant);
    return this.quotas.reserve(tx, tenant, this.slotOf(tx), growth, allowedBy(plan));
  }

  /**
   * As `tryReserve`, but resolves once the statement is on its way, so that others can follow it in the same round trip.
   * Where the answer is false, what followed it must be rolled back.
   */
  async sendReservation(
    tx: EntityManager,
    tenant: TenantId,
    growth: StoredAmount,
  ): Promise<{ readonly isReserved: Promise<boolean> }> {
    const plan = await this.plans.within(tx, tenant);
    return { isReserved: this.quotas.reserve(tx, tenant, this.slotOf(tx), growth, allowedBy(plan)) };
  }

  /**
   * Reserves for as many of a batch as fit, in their order; a smaller one may still fit after one that does not.
   * Other writers of the tenant wait until the transaction ends, so `tryReserve` for the whole batch comes first.
   * @param growths what each of them adds
   * @returns for each whether it is reserved
   */
  async reserveFitting(tx: EntityManager, tenant: TenantId, growths: readonly StoredAmount[]): Promise<boolean[]> {
    const plan = await this.plans.within(tx, tenant);
    await this.quotas.lock(tx, tenant);
    const stored = await this.quotas.stored(tx, tenant);
    let memories = 0;
    let bytes = 0;
    const fitting = growths.map((growth) => {
      const fits =
        (growth.memories <= 0 || stored.memories + memories + growth.memories <= plan.memories) &&
        (growth.bytes <= 0 || stored.bytes + bytes + growth.bytes <= plan.storageBytes);
      if (fits) {
        memories += growth.memories;
        bytes += growth.bytes;
      }
      return fits;
    });
    if (memories !== 0 || bytes !== 0)
      await this.quotas.reserve(tx, tenant, this.slotOf(tx), { memories, bytes }, allowedBy(plan));
    return fitting;
  }

  /** Why each of these does not fit now, for the client: which limit of which plan, and what lifts it. */
  async refusals(tx: EntityManager, tenant: TenantId, growths: readonly StoredAmount[]): Promise<string[]> {
    const plan = await this.plans.within(tx, tenant);
    const stored = await this.quotas.stored(tx, tenant);
    return growths.map((growth) => this.messages.storage(tenant, plan, stored, growth));
  }

  /** What the tenant stores now. */
  async stored(tx: EntityManager, tenant: TenantId): Promise<KeptAmount> {
    return this.quotas.stored(tx, tenant);
  }

  /**
   * Adds what a count found beyond what is kept here. Writers wait until the transaction ends.
   * @param corrections of `stored`, read at the moment that was counted
   * @returns false where someone else has set it right since; then nothing is changed
   */
  async correct(tx: EntityManager, tenant: TenantId, missing: StoredAmount, corrections: number): Promise<boolean> {
    await this.quotas.lock(tx, tenant);
    return this.quotas.correct(tx, tenant, missing, corrections);
  }

  private slotOf(tx: EntityManager): number {
    const slot = this.slots.get(tx) ?? Math.floor(Math.random() * SLOTS);
    this.slots.set(tx, slot);
    return slot;
  }
}

function allowedBy({ memories, storageBytes }: Plan): StoredAmount {
  return { memories, bytes: storageBytes };
}
