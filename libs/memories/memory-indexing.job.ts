import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AppConfig, BackgroundWork, TenantDb, type TenantId } from '@mneme/platform';
import { RetrievalService } from '@mneme/retrieval';
import { IndexQueueRepository, type QueueEntry } from './index-queue.repository.js';
import { MemoriesRepository } from './memories.repository.js';
import { toDocument } from './memory-indexer.js';

const INTERVAL_MS = 1_000;
const CLAIM = 200;
/** From here on an entry is tried alone, so that one that can never succeed does not hold up its neighbours. */
const SUSPECT_ATTEMPTS = 3;

/**
 * The sweep: makes the index agree with the records wherever the fast path after a commit did not. Each entry means
 * "compare": a record that is there is indexed as it is now, one that is gone is removed. Doing so twice is harmless.
 */
@Injectable()
export class MemoryIndexingJob implements OnModuleInit {
  private readonly logger = new Logger(MemoryIndexingJob.name);

  constructor(
    background: BackgroundWork,
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly queue: IndexQueueRepository,
    private readonly memories: MemoriesRepository,
    private readonly retrieval: RetrievalService,
  ) {
    background.repeat('index sweep', INTERVAL_MS, () => this.sweep());
  }

  async onModuleInit(): Promise<void> {
    // Alone on an embedded database, whatever an earlier process had in hand is ours now.
    if (this.config.postgres === undefined) await this.tenantDb.runSystem((tx) => this.queue.releaseAll(tx));
  }

  /** @returns whether more may be waiting */
  async sweep(): Promise<boolean> {
    const entries = await this.tenantDb.runSystem((tx) => this.queue.claim(tx, CLAIM));
    for (const group of groups(entries)) await this.settle(group[0].tenantId, group);
    return entries.length === CLAIM;
  }

  private async settle(tenant: TenantId, entries: readonly QueueEntry[]): Promise<void> {
    try {
      const ids = entries.map((entry) => entry.memoryId);
      const records = await this.tenantDb.run(tenant, (tx) => this.memories.findMany(tx, tenant, ids));
      const present = new Set(records.map((record) => record.id));
      await this.retrieval.index(tenant, records.map(toDocument));
      await this.retrieval.remove(
        tenant,
        ids.filter((id) => !present.has(id)),
      );
      await this.tenantDb.run(tenant, (tx) => this.queue.confirm(tx, tenant, entries));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn(`${entries.length} memories could not be indexed: ${reason}`);
      await this.tenantDb.run(tenant, (tx) => this.queue.postpone(tx, tenant, entries, reason));
    }
  }
}

type Group = [QueueEntry, ...QueueEntry[]];

/** One group a tenant, and one for each entry that has failed too often. */
function groups(entries: readonly QueueEntry[]): Group[] {
  const suspects = entries.filter((entry) => entry.attempts >= SUSPECT_ATTEMPTS);
  const byTenant = new Map<TenantId, Group>();
  for (const entry of entries) {
    if (entry.attempts >= SUSPECT_ATTEMPTS) continue;
    const group = byTenant.get(entry.tenantId);
    if (group === undefined) byTenant.set(entry.tenantId, [entry]);
    else group.push(entry);
  }
  return [...byTenant.values(), ...suspects.map((entry): Group => [entry])];
}
