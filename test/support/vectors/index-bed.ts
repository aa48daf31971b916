import type { AppConfig } from '@mneme/platform/config';
import type { TenantDb } from '@mneme/platform/database';
import { Clock } from '@mneme/platform/clock';
import { newUuid, tenantId, type TenantId } from '@mneme/platform/ids';
import { Metrics } from '@mneme/platform/observability';
import type { EphemeralEvents } from '@mneme/platform/outbox';
import type { RetrievalHit, RetrievalService, VectorIndex } from '@mneme/retrieval';
import { IndexAcknowledger } from '../../../libs/memories/indexing/index-acknowledger.js';
import { IndexListenerRegistry } from '../../../libs/memories/indexing/index-listener.registry.js';
import { IndexMetrics } from '../../../libs/memories/indexing/index-metrics.js';
import { IndexQueueRepository } from '../../../libs/memories/storage/index-queue.repository.js';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import { MemoryIndexer } from '../../../libs/memories/indexing/memory-indexer.js';
import { IndexSweepJob } from '../../../libs/memories/indexing/index-sweep.job.js';
import { MemorySearchService } from '../../../libs/memories/search/memory-search.service.js';
import { SearchContextRepository } from '../../../libs/memories/search/search-context.repository.js';
import type { Memory } from '../../../libs/memories/storage/memory.entity.js';
import { newMemory, patched } from '../../../libs/memories/storage/memory.factory.js';
import { EmbeddingModelsRepository } from '../../../libs/retrieval/models/embedding-models.repository.js';
import { FaultyVectorIndex } from './faulty-vector-index.js';
import { oneDirection } from '../faults/one-direction.js';
import { sampleModel } from './vector-samples.js';

/** The real parts between a committed record and the index, on a database, for one tenant; the network between is faulty. */
export class IndexBed {
  readonly tenant: TenantId = tenantId(`bed-${newUuid()}`);
  readonly index: FaultyVectorIndex;
  private readonly queue = new IndexQueueRepository();
  private readonly records = new MemoriesRepository();
  private readonly metrics = new IndexMetrics(new Metrics());
  private readonly retrieval: RetrievalService;
  private indexer: MemoryIndexer;
  private job: IndexSweepJob;

  constructor(
    private readonly tenantDb: TenantDb,
    index: VectorIndex,
  ) {
    this.index = new FaultyVectorIndex(index);
    this.retrieval = oneDirection(this.index);
    this.indexer = this.newIndexer();
    this.job = this.newJob();
  }

  static async prepare(tenantDb: TenantDb): Promise<void> {
    await tenantDb.runSystem((tx) => new EmbeddingModelsRepository().claim(tx, 'sample', sampleModel, 'sample'));
  }

  async create(content: string): Promise<Memory> {
    const memory = newMemory(this.tenant, { content, type: 'event' });
    await this.tenantDb.run(this.tenant, (tx) => this.records.insert(tx, this.tenant, [memory]));
    await this.indexer.indexSoon(this.tenant, [memory]);
    return memory;
  }

  async patch(memory: Memory, content: string): Promise<Memory> {
    const next = patched(memory, { content });
    await this.tenantDb.run(this.tenant, (tx) =>
      this.records.update(tx, this.tenant, [{ before: memory, after: next }], 30),
    );
    await this.indexer.indexSoon(this.tenant, [next]);
    return next;
  }

  async delete(memory: Memory): Promise<void> {
    await this.tenantDb.run(this.tenant, (tx) => this.records.delete(tx, this.tenant, [memory]));
    await this.indexer.removeSoon(this.tenant, [{ memoryId: memory.id, version: memory.version + 1 }]);
  }

  async sweep(): Promise<void> {
    await this.expireLeases();
    await this.job.sweep();
  }

  /** The process loses its memory: what was to be confirmed is not, and its leases run out. */
  crash(): void {
    this.indexer = this.newIndexer();
    this.job = this.newJob();
  }

  /** Everything on its way arrives, and the sweep works until nothing is left to do. */
  async rest(): Promise<void> {
    this.index.faults = [];
    await this.index.deliver();
    await this.indexer.onApplicationShutdown();
    for (let rounds = 0; rounds < 10 && (await this.waiting()) > 0; rounds++) await this.sweep();
  }

  async waiting(): Promise<number> {
    const count = 'SELECT count(*)::int AS n FROM index_queue';
    const [row] = await this.tenantDb.run(this.tenant, (tx) => tx.query<{ n: number }[]>(count));
    return row?.n ?? 0;
  }

  /** Memories that were given up on. */
  async dead(): Promise<number> {
    return (await this.tenantDb.runSystem((tx) => this.queue.state(tx))).dead;
  }

  /** As `mneme reindex --failed`. @returns how many there were */
  async retryDead(): Promise<number> {
    return this.tenantDb.runSystem((tx) => this.queue.revive(tx));
  }

  /** Ids that a client's search shows. */
  async shown(query: string): Promise<string[]> {
    const search = new MemorySearchService(
      this.tenantDb,
      new SearchContextRepository(),
      this.retrieval,
      {
        note: () => undefined,
      } as unknown as EphemeralEvents,
      new Clock(),
    );
    const matches = await search.search(this.tenant, { query, tenantId: this.tenant, limit: 100 });
    return matches.map(({ memory }) => memory.id);
  }

  /** What the index itself proposes. */
  async proposed(query: string): Promise<RetrievalHit[]> {
    return this.retrieval.search(this.tenant, { query, limit: 100 });
  }

  private async expireLeases(): Promise<void> {
    await this.tenantDb.run(this.tenant, (tx) => this.queue.releaseAll(tx));
  }

  private newIndexer(): MemoryIndexer {
    const confirmations = new IndexAcknowledger(this.tenantDb, this.queue, new IndexListenerRegistry());
    const config = { indexWaitMs: 2_000 } as AppConfig;
    return new MemoryIndexer(config, this.retrieval, this.tenantDb, this.queue, confirmations, this.metrics);
  }

  private newJob(): IndexSweepJob {
    const background = { repeat: () => undefined } as unknown as ConstructorParameters<typeof IndexSweepJob>[0];
    const confirmations = new IndexAcknowledger(this.tenantDb, this.queue, new IndexListenerRegistry());
    const { tenantDb, queue, records, retrieval, metrics } = this;
    const config = {} as AppConfig;
    return new IndexSweepJob(background, config, tenantDb, queue, records, retrieval, confirmations, metrics);
  }
}
