import { Clock } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import { CallLease, type Grant } from './call-lease.js';
import { CallMonthsRepository, type ReturnedCalls } from './call-months.repository.js';
import { TenantPlans } from '../plans/tenant-plans.js';
import { utcMonth } from '../plans/utc-calendar.js';

/** A call that the month's quota has room for; to be ended once, when it has been answered. */
export interface CallPermit {
  readonly at: Date;
  /** @param charged false: the quota has it back */
  end(charged: boolean): void;
}

interface Held {
  readonly tenantId: TenantId;
  readonly month: string;
  readonly lease: CallLease;
}

/** A process has at most this part of what is left in hand, so that no process keeps calls that another misses. */
const AHEAD_SHARE = 16;

/**
 * Lets no more calls through in a UTC month than the tenant's plan has, over all processes, without asking the database
 * for each. A process that is killed takes what it had in hand with it, and so does a give-back that may have been
 * committed or not: the quota is never exceeded for it.
 */
@Injectable()
export class CallQuotas {
  private readonly leases = new Map<string, Held>();

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly plans: TenantPlans,
    private readonly months: CallMonthsRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined where the month's calls are used up; a promise only where the database has to be asked */
  admit(tenant: TenantId): CallPermit | undefined | Promise<CallPermit | undefined> {
    const at = this.clock.now();
    const { lease } = this.heldFor(tenant, utcMonth(at));
    const permit = (granted: boolean): CallPermit | undefined =>
      granted ? { at, end: (charged) => lease.end(charged) } : undefined;
    const granted = lease.take();
    return typeof granted === 'boolean' ? permit(granted) : granted.then(permit);
  }

  /** Gives back what is not needed; to be called once a second. */
  async settle(): Promise<void> {
    const month = utcMonth(this.clock.now());
    await this.giveBack((held) => (held.month === month ? held.lease.surplus() : held.lease.takeOut(0)));
    for (const [name, { lease }] of this.leases) if (lease.idle) this.leases.delete(name);
  }

  /** Nothing is in hand any more for a tenant that is erased. */
  forget(tenant: TenantId): void {
    for (const [name, { tenantId }] of this.leases) if (tenantId === tenant) this.leases.delete(name);
  }

  /** Gives everything back that no call has: the process ends. */
  async release(): Promise<void> {
    await this.giveBack(({ lease }) => lease.takeOut(0));
  }

  private async giveBack(surplusOf: (held: Held) => number): Promise<void> {
    const back = [...this.leases.values()].map((held) => ({ ...held, calls: surplusOf(held) }));
    const returned = back.filter(({ calls }) => calls > 0);
    if (returned.length === 0) return;
    const rows: ReturnedCalls[] = returned.map(({ tenantId, month, calls }) => ({ tenantId, month, calls }));
    let stillHeld = returned;
    try {
      await this.tenantDb.runSystem(async (tx) => {
        await this.months.giveBack(tx, rows);
        // COMMIT follows. If its response is lost, other processes may already have these calls: better to lose them than to grant them twice.
        stillHeld = [];
      });
    } catch (error) {
      for (const { lease, calls } of stillHeld) lease.putBack(calls);
      throw error;
    }
  }

  private heldFor(tenantId: TenantId, month: string): Held {
    const name = `${month} ${tenantId}`;
    const known = this.leases.get(name);
    if (known !== undefined) return known;
    const lease = new CallLease((...asked) => this.ask(tenantId, month, ...asked));
    const held = { tenantId, month, lease };
    this.leases.set(name, held);
    return held;
  }

  private async ask(tenant: TenantId, month: string, need: number, ahead: number, inHand: number): Promise<Grant> {
    return this.tenantDb.run(tenant, async (tx) => {
      const { callsPerMonth } = await this.plans.within(tx, tenant);
      const left = Math.max(0, callsPerMonth - (await this.months.lockTaken(tx, tenant, month)));
      const needed = Math.min(need, left);
      const share = Math.ceil((left - needed) / AHEAD_SHARE);
      const calls = needed + Math.max(0, Math.min(ahead, share - inHand));
      if (calls > 0) await this.months.take(tx, tenant, month, calls);
      return { calls, remaining: left - calls };
    });
  }
}
