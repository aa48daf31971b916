import type { EmbeddingModel } from '../embedding/embedding-model.js';
import type { PgvectorStore } from '../pgvector/pgvector.store.js';
import { VectorStore } from '../vector-index/vector-store.js';
import { ResidentIndex } from './in-memory.index.js';
import { ResidentTenants } from './in-memory-tenants.js';
import { ResidentThread } from './in-memory-thread.js';

/** Of all tenants together: about 150,000 passages of the built-in model. */
const MOST_BYTES = 256_000_000;

/**
 * The tables of pgvector, with the tenants that are searched in memory: for the embedded database, which one process has
 * for itself. All indexes of a model are the same one, so that each knows what is written through the others.
 */
export class ResidentStore extends VectorStore {
  readonly name: string;
  private readonly thread = new ResidentThread();
  private readonly tenants: ResidentTenants;
  private readonly indexes = new Map<string, ResidentIndex>();

  constructor(
    private readonly tables: PgvectorStore,
    mostBytes = MOST_BYTES,
  ) {
    super();
    this.tenants = new ResidentTenants(this.thread, mostBytes);
    this.name = tables.name;
  }

  async holds(modelId: string): Promise<boolean> {
    return this.tables.holds(modelId);
  }

  async open(model: EmbeddingModel): Promise<ResidentIndex> {
    const tables = await this.tables.open(model);
    const index = this.indexes.get(model.id) ?? new ResidentIndex(tables, model, this.tenants, this.thread);
    this.indexes.set(model.id, index);
    return index;
  }

  async drop(modelId: string): Promise<void> {
    await this.tables.drop(modelId);
    this.indexes.delete(modelId);
    this.tenants.forget(`${modelId} `);
  }
}
