import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { BackgroundWork } from '@mneme/platform/jobs';
import { QuotaService, TenantsService, type StoredAmount } from '@mneme/usage';
import type { EntityManager } from 'typeorm';
import { MemoryRecountRepository, type TypeAmount } from './memory-recount.repository.js';

/** How much more is stored than is kept: by the quota, by the totals of lists. Zeros where all is well. */
export interface Drift {
  readonly quota: StoredAmount;
  readonly totals: StoredAmount;
}

interface Count {
  readonly quota: StoredAmount;
  /** By type; only where something is missing. */
  readonly types: readonly TypeAmount[];
  readonly corrections: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Records a query: far below the time that a statement has. */
const PAGE = 20_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Counts the records at night, after 03:00 UTC, and sets right what is kept about them.
 *
 * Records and kept counts are read from one snapshot, so writers need not wait: what they do changes both alike,
 * and the difference stays what it was. It is then added, and only for that moment writers wait.
 */
@Injectable()
export class MemoryRecountService implements OnModuleDestroy {
  private readonly logger = new Logger(MemoryRecountService.name);
  private readonly ending = new AbortController();

  constructor(
    background: BackgroundWork,
    private readonly tenantDb: TenantDb,
    private readonly recounts: MemoryRecountRepository,
    private readonly quota: QuotaService,
    private readonly tenants: TenantsService,
  ) {
    background.repeatInOne({
      name: 'recount of memories',
      pauseMs: () => untilThree(Date.now()),
      work: () => this.recountAll(),
    });
  }

  /** A count under way must not keep the process from ending. */
  onModuleDestroy(): void {
    this.ending.abort();
  }

  /**
   * Of two processes that find the same difference one sets it right.
   * @param repair whether what is found is set right
   */
  async recount(tenant: TenantId, repair: boolean): Promise<Drift> {
    const count = await this.tenantDb.runSnapshot(tenant, (tx) => this.count(tx, tenant));
    const drift = { quota: count.quota, totals: sum(count.types) };
    if (repair && (isDrift(count.quota) || count.types.length > 0)) await this.correct(tenant, count);
    return drift;
  }

  private async count(tx: EntityManager, tenant: TenantId): Promise<Count> {
    await this.recounts.showExpired(tx);
    const { corrections, ...kept } = await this.quota.stored(tx, tenant);
    const missing = new Map<string, StoredAmount>();
    const add = ({ type, memories, bytes }: TypeAmount, sign: 1 | -1): void => {
      const { memories: m, bytes: b } = missing.get(type) ?? { memories: 0, bytes: 0 };
      missing.set(type, { memories: m + sign * memories, bytes: b + sign * bytes });
    };
    for (const total of await this.recounts.totals(tx, tenant)) add(total, -1);
    let stored: StoredAmount = { memories: 0, bytes: 0 };
    for (let last: string | undefined = FIRST; last !== undefined;) {
      this.ending.signal.throwIfAborted();
      const page = await this.recounts.page(tx, tenant, last, PAGE);
      for (const counted of page.types) add(counted, 1);
      stored = sum([stored, ...page.types]);
      last = page.last;
    }
    const types = [...missing].map(([type, amount]) => ({ type, ...amount })).filter(isDrift);
    return { quota: sum([stored, { memories: -kept.memories, bytes: -kept.bytes }]), types, corrections };
  }

  private async correct(tenant: TenantId, { quota, types, corrections }: Count): Promise<void> {
    await this.tenantDb.run(tenant, async (tx) => {
      if (await this.quota.correct(tx, tenant, quota, corrections))
        await this.recounts.correctTotals(tx, tenant, types);
    });
  }

  /** @returns true where this process ends before all is counted: another goes on */
  private async recountAll(): Promise<boolean> {
    try {
      for (const { tenantId } of await this.tenants.list()) this.report(tenantId, await this.recount(tenantId, true));
      return false;
    } catch (error) {
      if (this.ending.signal.aborted) return true;
      throw error;
    }
  }

  private report(tenant: TenantId, { quota, totals }: Drift): void {
    if (!isDrift(quota) && !isDrift(totals)) return;
    const { memories, bytes } = quota;
    this.logger.warn(
      `${tenant}: ${memories} memories and ${bytes} bytes were missing in the quota, ${totals.memories} memories in the totals; set right`,
    );
  }
}

/** Whether there is any. */
export function isDrift({ memories, bytes }: StoredAmount): boolean {
  return memories !== 0 || bytes !== 0;
}

/** To the next 03:00 UTC. */
function untilThree(now: number): number {
  return DAY_MS - ((now - 3 * HOUR_MS) % DAY_MS);
}

function sum(amounts: readonly StoredAmount[]): StoredAmount {
  return {
    memories: amounts.reduce((total, { memories }) => total + memories, 0),
    bytes: amounts.reduce((total, { bytes }) => total + bytes, 0),
  };
}
