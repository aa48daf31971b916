import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import { ActiveModels, EmbeddingModelsRepository, ModelReplicasRepository } from '@mneme/retrieval';
import { ModelChangeJob } from './model-change.job.js';
import { ReindexQueueRepository } from './reindex-queue.repository.js';

/** How far a change of the model is. */
export interface ModelChange {
  readonly modelId: string;
  /** Being filled; every process goes over to it; its index is being removed. */
  readonly state: 'building' | 'leaving' | 'dropping';
  /** Memories that were queued for it so far, and how many of these still wait or were given up on. */
  readonly queued: number;
  readonly waiting: number;
  readonly dead: number;
  /** Why a process cannot load the new model. */
  readonly problems: readonly string[];
}

/** Changing the embedding model while the service goes on. */
@Injectable()
export class ModelChangeService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly active: ActiveModels,
    private readonly models: EmbeddingModelsRepository,
    private readonly replicas: ModelReplicasRepository,
    private readonly queue: ReindexQueueRepository,
    private readonly job: ModelChangeJob,
  ) {}

  /**
   * Begins a change, or joins the one to this model that is under way.
   * @returns the model's id
   * @throws ModelLoadError, IndexModelError
   */
  async begin(name: string): Promise<string> {
    return this.active.begin(name);
  }

  /** Ends a change that has not switched yet: the old model stays. @returns whether there was one */
  async abort(): Promise<boolean> {
    return this.tenantDb.runSystem(async (tx) => {
      const building = (await this.models.list(tx)).find(({ state }) => state === 'building');
      return building !== undefined && this.models.move(tx, building.id, 'building', 'dropping');
    });
  }

  /** The model that this process searches with. */
  get current(): string {
    return this.active.current.id;
  }

  /** @returns undefined where no change is under way */
  async progress(): Promise<ModelChange | undefined> {
    return this.tenantDb.runSystem(async (tx) => {
      for (const { id, state, queued } of await this.models.list(tx)) {
        if (state === 'current' || state === 'retired') continue;
        const { waiting, dead } = await this.queue.backlog(tx, id);
        const problems = (await this.replicas.alive(tx)).flatMap(({ problem }) => problem ?? []);
        return { modelId: id, state, queued, waiting, dead, problems };
      }
      return undefined;
    });
  }

  /** Does the next step now instead of waiting for the background. @returns whether there is more to do at once */
  async step(): Promise<boolean> {
    await this.active.follow();
    return this.job.step();
  }
}
