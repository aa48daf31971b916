import { Injectable, Logger } from '@nestjs/common';
import { BackgroundWork, TenantDb, type TenantId } from '@mneme/platform';
import { QuotaService, TenantsService, type StoredAmount } from '@mneme/usage';
import { MemoryRecountRepository } from './memory-recount.repository.js';

/** How much more is stored than is kept: by the quota, by the totals of lists. Zeros where all is well. */
export interface Drift {
  readonly quota: StoredAmount;
  readonly totals: StoredAmount;
}

const LOOK_MS = 600_000;
const THREE_HOURS_MS = 10_800_000;

/** Counts the records at night, after 03:00 UTC, and sets right what is kept about them. */
@Injectable()
export class MemoryRecountService {
  private readonly logger = new Logger(MemoryRecountService.name);
  private lastNight = night();

  constructor(
    background: BackgroundWork,
    private readonly tenantDb: TenantDb,
    private readonly recounts: MemoryRecountRepository,
    private readonly quota: QuotaService,
    private readonly tenants: TenantsService,
  ) {
    background.repeat('recount of memories', LOOK_MS, () => this.recountAtNight());
  }

  /**
   * Writers of the tenant wait meanwhile, and so does a second process that recounts: it then finds nothing wrong.
   * @param repair whether what is found is set right
   */
  async recount(tenant: TenantId, repair: boolean): Promise<Drift> {
    return this.tenantDb.run(tenant, async (tx) => {
      await this.quota.hold(tx, tenant);
      const types = await this.recounts.count(tx, tenant);
      const stored = sum(types);
      const kept = await this.quota.stored(tx, tenant);
      const quota = { memories: stored.memories - kept.memories, bytes: stored.bytes - kept.bytes };
      const wrong = types.filter(({ missing }) => isDrift(missing));
      if (repair && isDrift(quota)) await this.quota.correct(tx, tenant, quota);
      for (const { type, missing } of repair ? wrong : []) {
        await this.recounts.correctTotal(tx, tenant, { type, ...missing });
      }
      return { quota, totals: sum(wrong.map(({ missing }) => missing)) };
    });
  }

  private async recountAtNight(): Promise<boolean> {
    if (night() === this.lastNight) return false;
    for (const { tenantId } of await this.tenants.list()) {
      const { quota, totals } = await this.recount(tenantId, true);
      if (isDrift(quota) || isDrift(totals)) {
        this.logger.warn(
          `${tenantId}: ${quota.memories} memories and ${quota.bytes} bytes were not counted, now they are`,
        );
      }
    }
    this.lastNight = night();
    return false;
  }
}

/** Whether there is any. */
export function isDrift({ memories, bytes }: StoredAmount): boolean {
  return memories !== 0 || bytes !== 0;
}

function night(): string {
  return new Date(Date.now() - THREE_HOURS_MS).toISOString().slice(0, 10);
}

function sum(amounts: readonly StoredAmount[]): StoredAmount {
  return {
    memories: amounts.reduce((total, { memories }) => total + memories, 0),
    bytes: amounts.reduce((total, { bytes }) => total + bytes, 0),
  };
}
