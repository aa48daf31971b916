import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import { ActiveModels, EmbeddingModelsRepository, VectorStore } from '@mneme/retrieval';
import { IndexQueueRepository } from '../storage/index-queue.repository.js';
import { ModelChangeJob } from './model-change.job.js';
import { ReindexQueueRepository } from './reindex-queue.repository.js';

/** Progress of a rebuild of the whole index. */
export interface IndexRefill {
  /** Whether every record has been queued. */
  readonly queuedAll: boolean;
  /** Memories that were queued so far, and how many of these still wait or were given up on. */
  readonly queued: number;
  readonly waiting: number;
  readonly dead: number;
}

/**
 * Rebuilds the index of the active model from all records, while searches and writes go on. How far the queueing has
 * come stands in the database, as for a change of the model: whichever process looks goes on with it, also after a crash.
 */
@Injectable()
export class IndexRebuildService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly active: ActiveModels,
    private readonly store: VectorStore,
    private readonly models: EmbeddingModelsRepository,
    private readonly queue: IndexQueueRepository,
    private readonly reindexQueue: ReindexQueueRepository,
    private readonly job: ModelChangeJob,
  ) {}

  /**
   * Begins, or joins what has begun and is not at its end. What was given up on is tried again.
   * @returns whether it joined one that had come some way
   */
  async begin(): Promise<boolean> {
    const { model } = this.active.current;
    // The index may be gone as a whole: then it begins empty.
    await this.store.open(model);
    return this.tenantDb.runSystem(async (tx) => {
      await this.queue.revive(tx);
      const known = (await this.models.list(tx)).find(({ id }) => id === model.id);
      if (known?.queuedAll !== false) await this.models.queueAgain(tx, model.id);
      return known?.queuedAll === false && known.queued > 0;
    });
  }

  async progress(): Promise<IndexRefill> {
    const { id } = this.active.current.model;
    return this.tenantDb.runSystem(async (tx) => {
      const known = (await this.models.list(tx)).find((model) => model.id === id);
      const { waiting, dead } = await this.reindexQueue.backlog(tx, id);
      return { queuedAll: known?.queuedAll ?? true, queued: known?.queued ?? 0, waiting, dead };
    });
  }

  /** Queues the next records now instead of waiting for the background. @returns whether there is more to do at once */
  async step(): Promise<boolean> {
    return this.job.step();
  }
}
