import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import { TenantErasers, type TenantStore } from '@mneme/platform/erasure';
import { DomainError } from '@mneme/platform/errors';
import { ActiveModels } from './models/active-models.js';
import { EmbeddingModelsRepository, type ModelState } from './models/embedding-models.repository.js';
import { VectorStore } from './vector-index/vector-store.js';

/** A batch of writes has some requests of 2 s each, and the last may be carried out late. */
const LATE_WRITES_MS = 15_000;
/** States in which a model's index may hold vectors of any tenant. */
const HELD: readonly ModelState[] = ['current', 'building', 'leaving', 'dropping'];

/** Has an erasure take a tenant out of the index of every model, and out of what is kept of a change of the model. */
@Injectable()
export class RetrievalEraser {
  constructor(
    erasers: TenantErasers,
    private readonly tenantDb: TenantDb,
    private readonly active: ActiveModels,
    private readonly models: EmbeddingModelsRepository,
    private readonly store: VectorStore,
  ) {
    erasers.addStores(() => this.stores());
    erasers.onForget((tenant) => {
      for (const model of active.all) model.forget(tenant);
      store.forget(tenant);
    });
  }

  /** @throws DomainError where a model's index is not open here: it is being removed, or the model cannot be loaded */
  private async stores(): Promise<TenantStore[]> {
    const known = await this.tenantDb.runSystem((tx) => this.models.list(tx));
    const { all } = this.active;
    const closed = known.find(({ id, state }) => HELD.includes(state) && !all.some((model) => model.id === id));
    if (closed !== undefined) {
      const why = closed.state === 'dropping' ? 'is being removed' : 'is not open in this process';
      throw DomainError.unavailable(`the vector index of ${closed.id} ${why}`);
    }
    const { inDatabase } = this.store;
    const place = { isInTables: inDatabase, lateWritesMs: inDatabase ? 0 : LATE_WRITES_MS };
    const indexes = all.map(({ id, index }): TenantStore => {
      const [erase, count] = [index.erase.bind(index), index.countEntries.bind(index)];
      return { name: `vector index ${id}`, ...place, erase, count };
    });
    return [...indexes, this.queueing()];
  }

  /** The name of a tenant in where the queueing of a change of the model stands. */
  private queueing(): TenantStore {
    return {
      name: 'embedding_models',
      erase: (tenant) => this.tenantDb.runSystem((tx) => this.models.leave(tx, tenant)),
      count: (tenant) => this.tenantDb.runSystem((tx) => this.models.standAt(tx, tenant)),
    };
  }
}
