import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { AppConfig, TenantDb, type TenantId } from '@mneme/platform';
import { RetrievalService, type IndexDocument } from '@mneme/retrieval';
import { IndexConfirmations } from './index-confirmations.js';
import { IndexQueueRepository, type QueueEntry } from './index-queue.repository.js';
import type { Memory } from './memory.entity.js';
import { TenantBatches } from './tenant-batches.js';

type Removal = Pick<QueueEntry, 'memoryId' | 'version'>;

/**
 * Brings records into the index right after their commit. Concurrent writes of a tenant share one call to the index.
 * It never fails a write: what goes wrong here stays in the queue, and the sweep finishes it.
 */
@Injectable()
export class MemoryIndexer implements OnApplicationShutdown {
  private readonly logger = new Logger(MemoryIndexer.name);
  private readonly batches = new TenantBatches<Memory>((tenant, memories) => this.store(tenant, memories));

  constructor(
    private readonly config: AppConfig,
    private readonly retrieval: RetrievalService,
    private readonly tenantDb: TenantDb,
    private readonly queue: IndexQueueRepository,
    private readonly confirmations: IndexConfirmations,
  ) {}

  /** Resolves when the memories are searchable, or after INDEX_WAIT_MS. */
  async indexSoon(tenant: TenantId, memories: readonly Memory[]): Promise<void> {
    await this.within(this.index(tenant, memories));
  }

  /** Resolves when the memories are searchable or left to the sweep. */
  async index(tenant: TenantId, memories: readonly Memory[]): Promise<void> {
    await this.batches.add(tenant, memories);
  }

  /** Resolves when the memory has left the index, or after INDEX_WAIT_MS. */
  async removeSoon(tenant: TenantId, removal: Removal): Promise<void> {
    await this.within(this.remove(tenant, removal));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.batches.idle();
    await this.confirmations.flush();
  }

  private async store(tenant: TenantId, memories: readonly Memory[]): Promise<void> {
    const versions = memories.map(({ id, version }) => ({ memoryId: id, version }));
    try {
      await this.retrieval.index(tenant, memories.map(toDocument));
      this.confirmations.add(tenant, versions);
    } catch (error) {
      await this.leave(tenant, versions, error);
    }
  }

  private async remove(tenant: TenantId, removal: Removal): Promise<void> {
    try {
      await this.retrieval.remove(tenant, [removal.memoryId]);
      this.confirmations.add(tenant, [removal]);
    } catch (error) {
      await this.leave(tenant, [removal], error);
    }
  }

  private async leave(tenant: TenantId, versions: readonly Removal[], error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn(`indexing of ${versions.length} memories is left to the sweep: ${reason}`);
    const postponed = this.tenantDb.run(tenant, (tx) => this.queue.postpone(tx, tenant, versions, reason));
    // Where even that fails the lease runs out, and the sweep takes them then.
    await postponed.catch(() => undefined);
  }

  private async within(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, this.config.indexWaitMs)));
    await Promise.race([work, limit]);
    clearTimeout(timer);
  }
}

/** What the index is made from. */
export function toDocument(memory: Memory): IndexDocument {
  const { id, version, content, type, tags, metadata, createdAt } = memory;
  return { memoryId: id, version, content, type, tags, metadata, createdAt };
}
