import type { TenantId } from '@mneme/platform/ids';
import type { EmbeddingModel } from '../embedding/embedding-model.js';
import type { PointSource } from '../vector-index/point-source.js';
import type { VectorIndex } from '../vector-index/vector-index.js';
import { VectorStore } from '../vector-index/vector-store.js';
import type { InMemoryOptions } from './in-memory-options.js';
import { InMemoryIndex } from './in-memory.index.js';
import { InMemoryTenants } from './in-memory-tenants.js';
import { InMemoryThread } from './in-memory-thread.js';

/** A store whose points can be read into memory. */
export interface ReadableStore extends VectorStore {
  open(model: EmbeddingModel): Promise<VectorIndex & PointSource>;
}

/** Where other processes write, what they write is named for half an hour: one that comes back later is read again. */
const IDLE_MS = 10 * 60_000;

/**
 * A store with the tenants that are searched in memory. All indexes of a model are the same one, so that each knows what is
 * written through the others.
 */
export class InMemoryStore extends VectorStore {
  readonly name: string;
  override readonly inDatabase: boolean;
  private readonly thread = new InMemoryThread();
  private readonly tenants: InMemoryTenants;
  private readonly indexes = new Map<string, InMemoryIndex>();

  constructor(
    private readonly store: ReadableStore,
    private readonly options: InMemoryOptions = { mostBytes: 256_000_000 },
  ) {
    super();
    const { mostBytes, changes, metrics } = options;
    this.tenants = new InMemoryTenants(this.thread, mostBytes, changes === undefined ? Infinity : IDLE_MS);
    metrics?.watch(() => this.tenants.size);
    this.name = store.name;
    this.inDatabase = store.inDatabase;
  }

  async holds(modelId: string): Promise<boolean> {
    return this.store.holds(modelId);
  }

  async open(model: EmbeddingModel): Promise<InMemoryIndex> {
    const stored = await this.store.open(model);
    const known = this.indexes.get(model.id);
    const index = known ?? new InMemoryIndex(stored, model, this.tenants, this.thread, this.options);
    this.indexes.set(model.id, index);
    return index;
  }

  async drop(modelId: string): Promise<void> {
    await this.store.drop(modelId);
    this.indexes.delete(modelId);
    this.tenants.forget(`${modelId} `);
  }

  override forget(tenantId: TenantId): void {
    for (const index of this.indexes.values()) index.forget(tenantId);
  }
}
