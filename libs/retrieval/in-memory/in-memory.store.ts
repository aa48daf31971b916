import type { EmbeddingModel } from '../embedding/embedding-model.js';
import type { PgvectorStore } from '../pgvector/pgvector.store.js';
import { VectorStore } from '../vector-index/vector-store.js';
import { InMemoryIndex } from './in-memory.index.js';
import { InMemoryTenants } from './in-memory-tenants.js';
import { InMemoryThread } from './in-memory-thread.js';

/** Of all tenants together: about 78,000 passages of `builtin`, 150,000 of `builtin-fast`. */
const MAX_BYTES = 256_000_000;

/**
 * The tables of pgvector, with the tenants that are searched in memory: for the embedded database, which one process has
 * for itself. All indexes of a model are the same one, so that each knows what is written through the others.
 */
export class InMemoryStore extends VectorStore {
  readonly name: string;
  override readonly inDatabase = true;
  private readonly thread = new InMemoryThread();
  private readonly tenants: InMemoryTenants;
  private readonly indexes = new Map<string, InMemoryIndex>();

  constructor(
    private readonly tables: PgvectorStore,
    mostBytes = MAX_BYTES,
  ) {
    super();
    this.tenants = new InMemoryTenants(this.thread, mostBytes);
    this.name = tables.name;
  }

  async holds(modelId: string): Promise<boolean> {
    return this.tables.holds(modelId);
  }

  async open(model: EmbeddingModel): Promise<InMemoryIndex> {
    const tables = await this.tables.open(model);
    const index = this.indexes.get(model.id) ?? new InMemoryIndex(tables, model, this.tenants, this.thread);
    this.indexes.set(model.id, index);
    return index;
  }

  async drop(modelId: string): Promise<void> {
    await this.tables.drop(modelId);
    this.indexes.delete(modelId);
    this.tenants.forget(`${modelId} `);
  }
}
