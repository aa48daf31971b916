import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Batcher, withTimeout } from '@mneme/platform/concurrency';
import { AppConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { inStep } from '@mneme/platform/observability';
import { type IndexDocument, type PreparedMemory, RetrievalService } from '@mneme/retrieval';
import { confirmationsOf, IndexAcknowledger } from './index-acknowledger.js';
import type { IndexedRecord } from './index-listener.js';
import { IndexMetrics } from './index-metrics.js';
import { IndexQueueRepository, type QueueEntry } from '../storage/index-queue.repository.js';
import type { Memory } from '../storage/memory.entity.js';

/** What is done in the index of a model. @returns the records that were indexed */
type Work = (modelId: string) => Promise<readonly IndexedRecord[]>;
type Removal = Pick<QueueEntry, 'memoryId' | 'version'>;

/** Large enough for an import's batch, small enough to delay no one; one batch is written while the next is embedded. */
const BATCHES = { maxItems: 256, maxInFlight: 2 };

/**
 * Brings records into the index right after their commit. Concurrent writes of a tenant share one call to the index.
 * It never fails a write: what goes wrong here stays in the queue, and the sweep finishes it.
 */
@Injectable()
export class MemoryIndexer implements OnApplicationShutdown {
  private readonly logger = new Logger(MemoryIndexer.name);
  private readonly batcher = new Batcher<TenantId, Memory, boolean>(
    (tenant, memories) => this.store(tenant, memories),
    BATCHES,
  );

  private readonly prepared = new WeakMap<Memory, Promise<PreparedMemory>>();

  constructor(
    private readonly config: AppConfig,
    private readonly retrieval: RetrievalService,
    private readonly tenantDb: TenantDb,
    private readonly queue: IndexQueueRepository,
    private readonly acknowledger: IndexAcknowledger,
    private readonly metrics: IndexMetrics,
  ) {}

  /** Embeds a memory while its record is being written; where that fails or is not needed nothing comes of it. */
  prepare(memory: Memory): void {
    const prepared = this.retrieval.prepare(toDocument(memory));
    // Who indexes it learns of a failure.
    prepared.catch(() => undefined);
    this.prepared.set(memory, prepared);
  }

  /** Resolves when the memories are searchable, or after INDEX_WAIT_MS. @returns whether they are searchable */
  async indexSoon(tenant: TenantId, memories: readonly Memory[]): Promise<boolean> {
    return inStep('index memories', { 'mneme.memories': memories.length }, () =>
      this.within(this.index(tenant, memories)),
    );
  }

  /** Resolves when the memories are searchable or left to the sweep. @returns whether they are searchable */
  async index(tenant: TenantId, memories: readonly Memory[]): Promise<boolean> {
    const startedAt = performance.now();
    if (memories.length === 0) return true;
    const { result: found } = await this.batcher.add(tenant, memories);
    if (found) this.metrics.found('write', memories.length, performance.now() - startedAt);
    else this.metrics.failed('write', memories.length);
    return found;
  }

  /** Resolves when the memory has left the index, or after INDEX_WAIT_MS. @returns whether it has left */
  async removeSoon(tenant: TenantId, removal: Removal): Promise<boolean> {
    const work = async (model: string): Promise<[]> => {
      await this.retrieval.remove(tenant, [removal.memoryId], model);
      return [];
    };
    return this.within(this.inEach(tenant, [removal], work));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.batcher.idle();
    await this.acknowledger.close();
  }

  private store(tenant: TenantId, memories: readonly Memory[]): Promise<boolean> {
    const versions = memories.map(({ id, version }) => ({ memoryId: id, version }));
    const documents = memories.map((memory) => ({ ...toDocument(memory), prepared: this.prepared.get(memory) }));
    return this.inEach(tenant, versions, async (model) =>
      indexedRecords(memories, await this.retrieval.index(tenant, documents, model)),
    );
  }

  /** Waits for every model, so that a write is found whichever of them searches. @returns whether the current one has it */
  private async inEach(tenant: TenantId, versions: readonly Removal[], work: Work): Promise<boolean> {
    const models = this.retrieval.modelIds;
    const done = await Promise.all(models.map((modelId) => this.inOne(tenant, versions, modelId, work)));
    return done[0] ?? false;
  }

  private async inOne(tenant: TenantId, versions: readonly Removal[], modelId: string, work: Work): Promise<boolean> {
    const entries = versions.map((version) => ({ ...version, modelId }));
    try {
      const records = await work(modelId);
      await this.acknowledger.add(tenant, confirmationsOf(entries, records));
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.logger.warn(`indexing of ${entries.length} memories is left to the sweep: ${reason}`);
      const released = this.tenantDb.run(tenant, (tx) => this.queue.release(tx, tenant, entries, reason));
      // Where even that fails the lease runs out, and the sweep takes them then.
      await released.catch(() => undefined);
      return false;
    }
  }

  private async within(work: Promise<boolean>): Promise<boolean> {
    return withTimeout(work, this.config.indexWaitMs, () => false);
  }
}

/** Each memory with the vectors that the index has of it; both in the same order. */
export function indexedRecords(memories: readonly Memory[], vectors: readonly Float32Array[][]): IndexedRecord[] {
  return memories.map((memory, i) => ({ memory, vectors: vectors[i] ?? [] }));
}

/** What the index is made from. */
export function toDocument(memory: Memory): IndexDocument {
  const { id, version, content, type, tags, metadata, createdAt } = memory;
  const filtered = { attributes: [], occurredAt: createdAt, expiresAt: null };
  return { memoryId: id, version, content, type, tags, metadata, createdAt, ...filtered };
}
