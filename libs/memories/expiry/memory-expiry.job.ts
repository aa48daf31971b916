import { Injectable } from '@nestjs/common';
import { forTenant } from '@mneme/platform/context';
import { TenantDb } from '@mneme/platform/database';
import { BackgroundWork } from '@mneme/platform/jobs';
import { inSpan } from '@mneme/platform/observability';
import { MemoryIndexer } from '../indexing/memory-indexer.js';
import { MemoryRemovals } from '../records/memory-removals.js';
import { MemoriesRepository } from '../storage/memories.repository.js';
import { type ExpiredMemories, ExpiredMemoriesRepository } from './expired-memories.repository.js';

const INTERVAL_MS = 1_000;
/** Of all tenants together, in one round. */
const ROUND = 200;

/**
 * Deletes memories whose time is over, and gives their room back. Nobody sees them any more by then: row security hides
 * them from their instant on.
 */
@Injectable()
export class MemoryExpiryJob {
  constructor(
    background: BackgroundWork,
    private readonly tenantDb: TenantDb,
    private readonly expired: ExpiredMemoriesRepository,
    private readonly memories: MemoriesRepository,
    private readonly removals: MemoryRemovals,
    private readonly indexer: MemoryIndexer,
  ) {
    background.repeat('memory expiry', INTERVAL_MS, () => this.sweep());
  }

  /** @returns whether there may be more */
  async sweep(): Promise<boolean> {
    const due = await this.tenantDb.readSystem((tx) => this.expired.due(tx, ROUND));
    let found = 0;
    for (const each of due) {
      found += each.ids.length;
      await forTenant(each.tenantId, () =>
        inSpan('memory expiry', { attributes: { 'mneme.tenant': each.tenantId } }, () => this.delete(each)),
      );
    }
    return found === ROUND;
  }

  /** Locked first, so that of two processes one deletes each, and one whose end was put off meanwhile stays. */
  private async delete({ tenantId, ids }: ExpiredMemories): Promise<void> {
    const removed = await this.tenantDb.run(tenantId, async (tx) => {
      await this.memories.showExpired(tx);
      const locked = await this.memories.lockMany(tx, tenantId, ids);
      const over = locked.filter(({ isExpired }) => isExpired === true);
      const result = await this.removals.remove(tx, tenantId, over, 'expired');
      await this.expired.forget(tx, tenantId, ids);
      return result;
    });
    await this.indexer.remove(tenantId, removed);
  }
}
