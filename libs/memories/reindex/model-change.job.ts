import { Injectable, Logger } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { BackgroundWork } from '@mneme/platform/jobs';
import {
  ActiveModels,
  EmbeddingModelsRepository,
  ModelReplicasRepository,
  RetrievalService,
  VectorStore,
  type KnownModel,
} from '@mneme/retrieval';
import { TenantsService } from '@mneme/usage';
import { FilterMeasuresRepository } from '../listing/filter-measures.repository.js';
import { ReindexQueueRepository } from './reindex-queue.repository.js';

const STEP_MS = 500;
const BATCH = 500;
/** More would only lie in the queue, before the entries of writes. */
const DEEPEST_QUEUE = 1_000;
/** A write that had begun before the change has ended by then: a statement takes 5 s at most. */
const OLD_WRITES_SECONDS = 6;
/** What was on its way into an index that is no longer written has arrived by then. */
const LATE_WRITES_SECONDS = 15;
const COUNTINGS = 10;

/**
 * Carries a change of the model on, a step at a time: every record into the queue of the new model, the switch once it
 * has everything and every process has loaded it, then the end of the old one. Also fills the index of the current model
 * where it is in another store than before. All that has been reached stands in the
 * database, so any process may do any step, and the next one after a crash.
 */
@Injectable()
export class ModelChangeJob {
  private readonly logger = new Logger(ModelChangeJob.name);
  /** Since when every process has had the new model, by the database's clock. */
  private ready: { readonly id: string; readonly at: Date } | undefined;

  constructor(
    background: BackgroundWork,
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly active: ActiveModels,
    private readonly models: EmbeddingModelsRepository,
    private readonly replicas: ModelReplicasRepository,
    private readonly retrieval: RetrievalService,
    private readonly store: VectorStore,
    private readonly queue: ReindexQueueRepository,
    private readonly measures: FilterMeasuresRepository,
    private readonly tenants: TenantsService,
  ) {
    background.repeat('model change', STEP_MS, () => this.step());
  }

  /** @returns whether there is more to do at once */
  async step(): Promise<boolean> {
    const known = await this.tenantDb.readSystem((tx) => this.models.list(tx));
    for (const model of known) {
      if (model.state === 'dropping') return this.drop(model);
      if (model.state === 'leaving') return this.retire(model, known.find(({ state }) => state === 'current')?.id);
      if (model.state === 'current' && !model.queuedAll) return this.queueMore(model);
      if (model.state === 'building' && this.active.has(model.id)) return this.build(model);
    }
    return false;
  }

  private async build(model: KnownModel): Promise<boolean> {
    if (!model.queuedAll) return this.queueMore(model);
    const ready = await this.everybodyReady(model.id);
    if (ready === undefined) return false;
    const backlog = await this.tenantDb.runSystem((tx) => this.queue.backlog(tx, model.id, ready));
    if (backlog.older > 0 || backlog.dead > 0 || !(await this.countsAgree(model.id))) return false;
    await this.tenantDb.runSystem((tx) => this.models.switchTo(tx, model.id));
    this.logger.log(`the model ${model.id} has every memory: searches go over to it`);
    return true;
  }

  /** The next records of the tenant at hand, or the first of the next tenant. */
  private async queueMore(model: KnownModel): Promise<boolean> {
    const { id, age, queuedTenant, queuedMemory } = model;
    if (this.config.postgres !== undefined && age < OLD_WRITES_SECONDS) return false;
    const { waiting } = await this.tenantDb.runSystem((tx) => this.queue.backlog(tx, id));
    if (waiting >= DEEPEST_QUEUE) return false;
    const tenants = (await this.tenants.list()).map(({ tenantId }) => tenantId).sort();
    const from = queuedTenant ?? '';
    const tenant = tenants.find((name) => (queuedMemory === null ? name > from : name >= from));
    if (tenant === undefined) await this.tenantDb.runSystem((tx) => this.models.queuedAll(tx, id));
    else await this.queueTenant(id, tenant, model);
    return true;
  }

  private async queueTenant(id: string, tenant: TenantId, seen: KnownModel): Promise<void> {
    await this.tenantDb.run(tenant, async (tx) => {
      const row = await this.models.lockUnqueued(tx, id);
      // Another process was faster.
      if (row?.queuedTenant !== seen.queuedTenant || row.queuedMemory !== seen.queuedMemory) return;
      const after = row.queuedTenant === tenant ? row.queuedMemory : null;
      const { count, last } = await this.queue.enqueueNext(tx, tenant, id, after, BATCH, 'stay');
      await this.models.advance(tx, id, tenant, count < BATCH ? null : last, count);
    });
  }

  /** @returns since when; undefined while a process that serves has not loaded the model */
  private async everybodyReady(id: string): Promise<Date | undefined> {
    return this.tenantDb.runSystem(async (tx) => {
      const alive = await this.replicas.alive(tx);
      if (alive.length === 0 || !alive.every(({ loaded }) => loaded.includes(id))) {
        this.ready = undefined;
      } else if (this.ready?.id !== id) {
        const at = await this.queue.now(tx);
        await this.queue.hurry(tx, id, at);
        this.ready = { id, at };
      }
      return this.ready?.at;
    });
  }

  private async countsAgree(id: string): Promise<boolean> {
    for (const { tenantId } of await this.tenants.list()) {
      if (await this.agrees(tenantId, id)) continue;
      this.logger.warn(`the new index differs from the records of ${tenantId}: they are queued again`);
      await this.tenantDb.runSystem((tx) => this.models.queueAgain(tx, id));
      return false;
    }
    return true;
  }

  /** Records and index, give or take what is queued; counted again where a write came in between. */
  private async agrees(tenant: TenantId, id: string): Promise<boolean> {
    for (let counting = 0; counting < COUNTINGS; counting++) {
      const { records, queued } = await this.tenantDb.run(tenant, async (tx) => ({
        queued: await this.queue.countOf(tx, tenant, id),
        records: await this.measures.total(tx, tenant, {}),
      }));
      if (Math.abs(records - (await this.retrieval.count(tenant, id))) <= queued) return true;
    }
    return false;
  }

  private async retire({ id }: KnownModel, current: string | undefined): Promise<boolean> {
    return this.tenantDb.runSystem(async (tx) => {
      const alive = await this.replicas.alive(tx);
      const left = alive.length > 0 && alive.every(({ searches }) => searches === current);
      return left && this.models.move(tx, id, 'leaving', 'dropping');
    });
  }

  private async drop({ id, age }: KnownModel): Promise<boolean> {
    const alive = await this.tenantDb.runSystem((tx) => this.replicas.alive(tx));
    if (age < LATE_WRITES_SECONDS || alive.some(({ loaded }) => loaded.includes(id))) return false;
    await this.store.drop(id);
    await this.tenantDb.runSystem(async (tx) => {
      await this.queue.clear(tx, id);
      await this.models.move(tx, id, 'dropping', 'retired');
    });
    this.logger.log(`the index of the model ${id} is removed`);
    return false;
  }
}
