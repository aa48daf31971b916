import type { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import {
  type EmbeddingModel,
  type IndexedMemory,
  PgvectorStore,
  InMemoryStore,
  type VectorHit,
  VectorIndex,
  type VectorQuery,
  VectorStore,
} from '@mneme/retrieval';
import type { InMemoryIndex } from '../../../libs/retrieval/in-memory/in-memory.index.js';
import type { PgvectorIndex } from '../../../libs/retrieval/pgvector/pgvector.index.js';

/** Tables that are read and written, and never searched: whatever is found was found in memory. */
class UnsearchedTables extends PgvectorStore {
  override async open(model: EmbeddingModel): Promise<PgvectorIndex> {
    const index = await super.open(model);
    return Object.assign(index, { search: () => Promise.reject(new Error('the tables were searched')) });
  }
}

/** A InMemoryIndex that has each tenant in memory before it answers for it. */
class LoadedIndex extends VectorIndex {
  constructor(private readonly index: InMemoryIndex) {
    super();
  }

  upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    return this.index.upsert(tenantId, memories);
  }

  remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void> {
    return this.index.remove(tenantId, memoryIds);
  }

  async search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]> {
    return (await this.loaded(tenantId)).search(tenantId, query);
  }

  async vectors(tenantId: TenantId, memoryIds: readonly string[]): Promise<Map<string, Float32Array[]>> {
    return (await this.loaded(tenantId)).vectors(tenantId, memoryIds);
  }

  async termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<Map<number, number>> {
    return (await this.loaded(tenantId)).termFrequencies(tenantId, terms);
  }

  override async heldTerms(tenantId: TenantId, terms: readonly number[]): Promise<number[]> {
    return (await this.loaded(tenantId)).heldTerms(tenantId, terms);
  }

  async countPoints(tenantId: TenantId): Promise<number> {
    return (await this.loaded(tenantId)).countPoints(tenantId);
  }

  async count(tenantId: TenantId): Promise<number> {
    return (await this.loaded(tenantId)).count(tenantId);
  }

  erase(tenantId: TenantId): Promise<number> {
    return this.index.erase(tenantId);
  }

  countEntries(tenantId: TenantId): Promise<number> {
    return this.index.countEntries(tenantId);
  }

  private async loaded(tenantId: TenantId): Promise<InMemoryIndex> {
    await this.index.load(tenantId);
    return this.index;
  }
}

/** What InMemoryStore answers from memory alone, from the first search on. */
export class LoadedStore extends VectorStore {
  readonly name: string;
  private readonly store: InMemoryStore;

  constructor(db: TenantDb) {
    super();
    this.store = new InMemoryStore(new UnsearchedTables(db));
    this.name = this.store.name;
  }

  holds(modelId: string): Promise<boolean> {
    return this.store.holds(modelId);
  }

  async open(model: EmbeddingModel): Promise<VectorIndex> {
    return new LoadedIndex(await this.store.open(model));
  }

  drop(modelId: string): Promise<void> {
    return this.store.drop(modelId);
  }
}
