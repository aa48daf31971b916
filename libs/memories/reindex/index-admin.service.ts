import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { Metrics } from '@mneme/platform/observability';
import { RetrievalService } from '@mneme/retrieval';
import { IndexAcknowledger } from '../indexing/index-acknowledger.js';
import { IndexQueueRepository } from '../storage/index-queue.repository.js';
import { IndexSweepJob } from '../indexing/index-sweep.job.js';
import { FilterMeasuresRepository } from '../listing/filter-measures.repository.js';
import { ReindexQueueRepository } from './reindex-queue.repository.js';

/** Records that are queued in one statement: far within its 5 s, however many a tenant has. */
const PAGE = 2_000;

/** How far the index is behind the records. */
export interface IndexState {
  /** Records that wait for the index. */
  readonly waiting: number;
  /** Records that were given up on after too many attempts. */
  readonly dead: number;
  /** How long the oldest has been due. */
  readonly oldestSeconds: number;
}

/** For operators: compares the index with the records and rebuilds it. */
@Injectable()
export class IndexAdminService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly queue: IndexQueueRepository,
    private readonly reindexQueue: ReindexQueueRepository,
    private readonly measures: FilterMeasuresRepository,
    private readonly job: IndexSweepJob,
    private readonly retrieval: RetrievalService,
    private readonly acknowledger: IndexAcknowledger,
    metrics: Metrics,
  ) {
    const waiting = metrics.gauge('mneme_index_queue_waiting', 'Memories that wait for the index');
    const dead = metrics.gauge('mneme_index_queue_dead', 'Memories that were given up on: alert above 0');
    const oldest = metrics.gauge('mneme_index_queue_oldest_seconds', 'How long the oldest has been due');
    metrics.beforeCollect(async () => {
      const state = await this.state();
      waiting.set(state.waiting);
      dead.set(state.dead);
      oldest.set(state.oldestSeconds);
    });
  }

  async state(): Promise<IndexState> {
    return this.tenantDb.runSystem((tx) => this.queue.state(tx));
  }

  /** Memories of a tenant: the kept total, which costs nothing. */
  async records(tenant: TenantId): Promise<number> {
    return this.tenantDb.read(tenant, (tx) => this.measures.total(tx, tenant, {}));
  }

  /** Memories of a tenant as the records and as the index count them. */
  async counts(tenant: TenantId): Promise<{ records: number; indexed: number }> {
    return { records: await this.records(tenant), indexed: await this.retrieval.count(tenant) };
  }

  /**
   * Queues every record of a tenant to be indexed again; searches go on meanwhile.
   * @returns how many were put into the queue, which survives a restart
   */
  async reindex(tenant: TenantId): Promise<number> {
    const [modelId = ''] = this.retrieval.modelIds;
    let queued = 0;
    let page: { count: number; last: string | null } = { count: PAGE, last: null };
    while (page.count === PAGE) {
      const { last } = page;
      page = await this.tenantDb.run(tenant, (tx) =>
        this.reindexQueue.enqueueNext(tx, tenant, modelId, last, PAGE, 'anew'),
      );
      queued += page.count;
    }
    return queued;
  }

  /** Resolves when followers have what this process has indexed so far. */
  async settle(): Promise<void> {
    await this.acknowledger.flush();
  }

  /** The same for one tenant, independently of others; it resolves after the given time at the latest. */
  async settleTenant(tenant: TenantId, withinMs: number): Promise<void> {
    await this.acknowledger.settle(tenant, withinMs);
  }

  /** Tries again what was given up. @returns how many there were */
  async retryDead(): Promise<number> {
    return this.tenantDb.runSystem((tx) => this.queue.revive(tx));
  }

  /** Works on the queue now instead of waiting for the sweep. @returns whether more may be waiting */
  async sweep(): Promise<boolean> {
    return this.job.sweep();
  }
}
