import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { PeriodicJob } from '@mneme/platform/concurrency';
import { AppConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import { newUuid } from '@mneme/platform/ids';
import { failureText } from '@mneme/platform/observability';
import type { EntityManager } from 'typeorm';
import { EmbedderFactory } from '../embedding/embedder.factory.js';
import { isFormer } from '../embedding/model-id.js';
import { BUILTIN, BUILTIN_FAST } from '../text-models/model-location.js';
import { IndexModelError } from '../vector-index/index-model.error.js';
import { VectorStore } from '../vector-index/vector-store.js';
import { ActiveModel } from './active-model.js';
import { CurrentIndex } from './current-index.js';
import { EmbeddingModelsRepository, type KnownModel, type ModelState } from './embedding-models.repository.js';
import { ModelChoice } from './model-choice.js';
import { ModelReplicasRepository } from './model-replicas.repository.js';

const POLL_MS = 1_000;
const WRITTEN: readonly ModelState[] = ['current', 'building', 'leaving'];
const CHANGING: readonly ModelState[] = ['building', 'leaving', 'dropping'];

/**
 * The models that this process has loaded: the one it searches with and, while a change is under way, the other. The
 * database says which these are; every process looks once a second and says, during a change, what it has loaded.
 */
@Injectable()
export class ActiveModels implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ActiveModels.name);
  private readonly replica = newUuid();
  private readonly job = new PeriodicJob(
    () => this.follow(),
    POLL_MS,
    (error) => {
      this.logger.warn(`the models in use could not be looked up: ${failureText(error)}`);
    },
  );
  private loaded: readonly ActiveModel[] = [];
  private searched: ActiveModel | undefined;
  private problem: string | null = null;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly models: EmbeddingModelsRepository,
    private readonly replicas: ModelReplicasRepository,
    private readonly embedders: EmbedderFactory,
    private readonly store: VectorStore,
    private readonly indexes: CurrentIndex,
    private readonly choice: ModelChoice,
  ) {}

  /** What searches use. */
  get current(): ActiveModel {
    if (this.searched === undefined) throw new Error('a model is asked for before the start has loaded one');
    return this.searched;
  }

  /** What writes go to; the current one is the first. */
  get all(): readonly ActiveModel[] {
    return [this.current, ...this.loaded.filter((model) => model !== this.searched)];
  }

  /**
   * Loads the model and opens its index before anything listens. The database says which model it is; EMBEDDING_MODEL
   * decides in a new one, and may go on naming a model that was replaced.
   */
  async onModuleInit(): Promise<void> {
    // First of all: a change that is about to switch waits for this process.
    await this.tenantDb.runSystem((tx) => this.report(tx));
    const before = await this.list();
    const name = await this.nameOf(before);
    const embedder = this.embedders.create(name, stateOf(before, 'current')?.id);
    this.logger.log(`loading the embedding model ${name}`);
    await embedder.load();
    const known = await this.tenantDb.runSystem(async (tx) => {
      await this.models.claim(tx, name, embedder.model, this.store.name);
      return this.models.list(tx);
    });
    const current = stateOf(known, 'current');
    if (current !== undefined && current.id !== embedder.model.id) {
      throw IndexModelError.other(current.id, embedder.model.id);
    }
    this.searched = new ActiveModel(embedder, await this.indexes.open(embedder.model, current?.store));
    this.loaded = [this.searched];
  }

  /**
   * The model that an index of an earlier release is to be carried over to: the same with the terms of today, or the
   * built-in model where that was its first half alone.
   */
  private successorOf({ id, name }: KnownModel): string | undefined {
    if (this.choice.database) return undefined;
    const { embeddingModel: configured } = this.config;
    if (name === configured) return isFormer(id) ? name : undefined;
    return name === BUILTIN_FAST && configured === BUILTIN ? BUILTIN : undefined;
  }

  onApplicationBootstrap(): void {
    this.job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.job.stop();
    await this.tenantDb.runSystem((tx) => this.replicas.leave(tx, this.replica)).catch(() => undefined);
  }

  /**
   * Begins the change to another model; it goes on by itself.
   * @returns the model's id
   * @throws ModelLoadError where the model cannot be used; IndexModelError where another change is under way
   */
  async begin(name: string): Promise<string> {
    const embedder = this.embedders.create(name);
    await embedder.load();
    const { id } = embedder.model;
    const known = await this.list();
    const same = known.find((model) => model.id === id);
    if (same?.state === 'current' || same?.state === 'building') return id;
    await this.inTurn(async () => {
      await this.tenantDb.runSystem(async (tx) => {
        if (await this.models.begin(tx, name, embedder.model, this.store.name)) return;
        throw new IndexModelError(
          'Another change of the model is under way. Wait for it, or end it: mneme reindex --abort.',
        );
      });
      this.add(new ActiveModel(embedder, await this.store.open(embedder.model)));
    });
    return id;
  }

  /** Does what the database says: loads, unloads, and searches with the current model once it is loaded. */
  async follow(): Promise<boolean> {
    return this.inTurn(() => this.followNow());
  }

  has(id: string): boolean {
    return this.loaded.some((model) => model.id === id);
  }

  /** One at a time: no caller acts on what another has read again since, or loads a model that another is loading. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private async followNow(): Promise<boolean> {
    const known = await this.list();
    const written = known.filter(({ state }) => WRITTEN.includes(state));
    for (const model of written) if (!this.has(model.id)) await this.load(model);
    const current = this.loaded.find(({ id }) => id === stateOf(known, 'current')?.id);
    if (current !== undefined && current !== this.searched) {
      this.logger.log(`searches use the model ${current.id} from now on`);
      this.searched = current;
    }
    this.loaded = this.loaded.filter(({ id }) => written.some((model) => model.id === id));
    if (known.some(({ state }) => CHANGING.includes(state))) await this.tenantDb.runSystem((tx) => this.report(tx));
    else await this.carryOver(stateOf(known, 'current'));
    return false;
  }

  /** Any process may begin it, and a worker does it; searches go on with what there is. */
  private async carryOver(current: KnownModel | undefined): Promise<void> {
    const successor = current && this.successorOf(current);
    if (successor === undefined) return;
    const embedder = this.embedders.create(successor);
    await embedder.load();
    const { model } = embedder;
    const begun = await this.tenantDb.runSystem((tx) => this.models.begin(tx, successor, model, this.store.name));
    if (begun) this.logger.log(`the index of ${current?.id ?? ''} is carried over to ${model.id}`);
  }

  private add(model: ActiveModel): void {
    if (!this.has(model.id)) this.loaded = [...this.loaded, model];
  }

  private async load({ id, name }: KnownModel): Promise<void> {
    try {
      const embedder = this.embedders.create(name, id);
      await embedder.load();
      if (embedder.model.id !== id) throw IndexModelError.other(id, embedder.model.id);
      this.add(new ActiveModel(embedder, await this.store.open(embedder.model)));
      this.problem = null;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== this.problem) this.logger.error(problem);
      this.problem = problem;
    }
  }

  private async report(tx: EntityManager): Promise<void> {
    const loaded = this.loaded.map(({ id }) => id);
    const { replica: id, problem } = this;
    await this.replicas.report(tx, { id, searches: this.searched?.id ?? null, loaded, problem });
  }

  private list(): Promise<KnownModel[]> {
    return this.tenantDb.readSystem((tx) => this.models.list(tx));
  }

  private async nameOf(known: readonly KnownModel[]): Promise<string> {
    const configured = this.config.embeddingModel;
    const current = stateOf(known, 'current');
    if (current === undefined || current.name === configured || this.choice.database) {
      return current?.name ?? configured;
    }
    if (current.name === BUILTIN_FAST && configured === BUILTIN) return current.name;
    if (!known.some(({ name }) => name === configured)) {
      await this.forgetUnused(current, configured);
      return configured;
    }
    this.logger.warn(`EMBEDDING_MODEL is ${configured}, but the database uses ${current.name}: set it to that.`);
    return current.name;
  }

  /** Where nothing was ever stored another model is as good. @throws IndexModelError where something was */
  private async forgetUnused({ id }: KnownModel, configured: string): Promise<void> {
    const unused = await this.tenantDb.runSystem((tx) => this.models.unused(tx));
    if (!unused) throw IndexModelError.other(id, configured);
    await this.store.drop(id);
    await this.tenantDb.runSystem((tx) => this.models.forget(tx, id));
  }
}

function stateOf(known: readonly KnownModel[], state: ModelState): KnownModel | undefined {
  return known.find((model) => model.state === state);
}
