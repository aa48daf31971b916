import type { TenantId } from '@mneme/platform/ids';
import {
  type EmbeddingModel,
  type IndexedMemory,
  InMemoryStore,
  type VectorHit,
  VectorIndex,
  type VectorQuery,
  VectorStore,
} from '@mneme/retrieval';
import type { InMemoryIndex } from '../../../libs/retrieval/in-memory/in-memory.index.js';
import type { ReadableStore } from '../../../libs/retrieval/in-memory/in-memory.store.js';

/** A store that is read and written, and never searched: whatever is found was found in memory. */
function unsearched(store: ReadableStore): ReadableStore {
  const open = store.open.bind(store);
  store.open = async (model) =>
    Object.assign(await open(model), { search: () => Promise.reject(new Error('the store was searched')) });
  return store;
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

  constructor(store: ReadableStore) {
    super();
    this.store = new InMemoryStore(unsearched(store));
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
