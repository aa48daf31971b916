import { Injectable, Logger } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import type { VectorIndex } from '../vector-index/vector-index.js';
import { VectorStore } from '../vector-index/vector-store.js';
import type { EmbeddingModel } from '../embedding/embedding-model.js';
import { EmbeddingModelsRepository } from './embedding-models.repository.js';

/** The index of the current model, wherever the configuration puts it now. */
@Injectable()
export class CurrentIndex {
  private readonly logger = new Logger(CurrentIndex.name);

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly models: EmbeddingModelsRepository,
    private readonly store: VectorStore,
  ) {}

  /**
   * Opens it. In another store than before, or in one that has lost it, it begins empty and is filled from the records
   * while the service goes on. Several processes may do so at once: the one that empties it has it filled after that.
   * @param before the store that the database's vectors are in
   */
  async open(model: EmbeddingModel, before: string | undefined): Promise<VectorIndex> {
    const { id } = model;
    const moved = before !== undefined && before !== this.store.name;
    // It may hold what was there when the store was last in use.
    if (moved) await this.store.drop(id);
    if (before === undefined || (await this.store.holds(id))) return this.store.open(model);
    // Before it is made: a start that dies between the two would leave an empty index that looks like a full one. Where
    // nothing was ever stored there is nothing to fill it with: what an import stores meanwhile would be indexed twice.
    const unused = await this.tenantDb.runSystem(async (tx) => {
      await this.models.place(tx, id, this.store.name);
      const isUnused = await this.models.unused(tx);
      if (!isUnused) await this.models.queueAgain(tx, id);
      return isUnused;
    });
    const index = await this.store.open(model);
    if (unused) return index;
    this.logger.warn(
      `there are no vectors of ${id} in ${this.store.name}${moved ? ` (they were in ${before})` : ''}: ` +
        'they are made from the records now, and until then searches find what is done (mneme doctor)',
    );
    return index;
  }
}
