import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AppConfig, TenantDb } from '@mneme/platform';
import { EmbedderFactory } from '../embedding/embedder.factory.js';
import { IndexModelError } from '../vector-index/index-model.error.js';
import { VectorStore } from '../vector-index/vector-store.js';
import { ActiveModel } from './active-model.js';
import { EmbeddingModelsRepository, type KnownModel } from './embedding-models.repository.js';
import { ModelChoice } from './model-choice.js';

/** The models that this process has loaded: the one it searches with and, while a change is under way, the other. */
@Injectable()
export class ActiveModels implements OnModuleInit {
  private readonly logger = new Logger(ActiveModels.name);
  private searched: ActiveModel | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly models: EmbeddingModelsRepository,
    private readonly embedders: EmbedderFactory,
    private readonly store: VectorStore,
    private readonly choice: ModelChoice,
  ) {}

  /** What searches use. */
  get current(): ActiveModel {
    if (this.searched === undefined) throw new Error('a model is asked for before the start has loaded one');
    return this.searched;
  }

  /** What writes go to; the current one is the first. */
  get all(): readonly ActiveModel[] {
    return [this.current];
  }

  /**
   * Loads the model and opens its index before anything listens. The database says which model it is; EMBEDDING_MODEL
   * decides in a new one, and may go on naming a model that was replaced.
   */
  async onModuleInit(): Promise<void> {
    const name = this.nameOf(await this.list());
    const embedder = this.embedders.create(name);
    await embedder.load();
    const known = await this.tenantDb.runSystem(async (tx) => {
      await this.models.claim(tx, name, embedder.model);
      return this.models.list(tx);
    });
    const current = currentOf(known);
    if (current !== undefined && current.id !== embedder.model.id) {
      throw IndexModelError.other(current.id, embedder.model.id);
    }
    this.searched = new ActiveModel(embedder, await this.store.open(embedder.model));
  }

  private list(): Promise<KnownModel[]> {
    return this.tenantDb.runSystem((tx) => this.models.list(tx));
  }

  private nameOf(known: readonly KnownModel[]): string {
    const configured = this.config.embeddingModel;
    const current = currentOf(known);
    if (current === undefined || current.name === configured || this.choice.database) {
      return current?.name ?? configured;
    }
    if (!known.some(({ name }) => name === configured)) throw IndexModelError.other(current.id, configured);
    this.logger.warn(`EMBEDDING_MODEL is ${configured}, which ${current.name} has replaced: set it to that.`);
    return current.name;
  }
}

function currentOf(known: readonly KnownModel[]): KnownModel | undefined {
  return known.find(({ state }) => state === 'current');
}
