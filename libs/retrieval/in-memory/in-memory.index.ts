import type { TenantId } from '@mneme/platform/ids';
import { scannedTerms } from '../pgvector/pgvector.parameters.js';
import type { IndexedMemory } from '../vector-index/indexed-memory.js';
import type { FollowedChanges } from '../vector-index/followed-changes.js';
import type { IndexStanding } from '../vector-index/index-changes.js';
import { latestVersions, slices } from '../vector-index/memory-slices.js';
import type { PointSource } from '../vector-index/point-source.js';
import { type HitsAhead, VectorIndex } from '../vector-index/vector-index.js';
import type { VectorHit, VectorQuery } from '../vector-index/vector-query.js';
import type { InMemoryOptions } from './in-memory-options.js';
import type { InMemoryThread } from './in-memory-thread.js';
import type { Question, InMemoryTenants } from './in-memory-tenants.js';
import type { PackedVectors } from './in-memory.worker.js';
import { SearchCounts } from './search-counts.js';

interface Model {
  readonly id: string;
  readonly dimensions: number;
}

/**
 * An index with a copy of the tenants that are searched often in memory, which answers in its place by the rules of
 * PgvectorIndex. The copy follows the writes of this process, or where others write too, the changes of all of them.
 */
export class InMemoryIndex extends VectorIndex {
  private readonly searches = new SearchCounts();
  private readonly metrics: InMemoryOptions['metrics'];
  /** Undefined where this process alone writes to the store: then a first search brings a tenant in. */
  private readonly followed: FollowedChanges | undefined;

  constructor(
    private readonly stored: VectorIndex & PointSource,
    private readonly model: Model,
    private readonly tenants: InMemoryTenants,
    private readonly thread: InMemoryThread,
    { changes, metrics }: InMemoryOptions,
  ) {
    super();
    this.followed = changes;
    this.metrics = metrics;
  }

  async upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    if (this.followed !== undefined) return this.stored.upsert(tenantId, memories);
    for (const slice of slices(latestVersions(memories))) {
      const ids = slice.map(({ memoryId }) => memoryId);
      await this.marked(tenantId, ids, () => this.stored.upsert(tenantId, slice));
    }
  }

  async remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void> {
    await this.marked(tenantId, memoryIds, () => this.stored.remove(tenantId, memoryIds));
  }

  /** Until the tenant is in memory the store is searched. */
  async search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]> {
    const hits = await this.ask(tenantId, this.searching(query));
    return hits ?? this.searchStored(tenantId, query);
  }

  override async searchAhead(tenantId: TenantId, query: VectorQuery): Promise<HitsAhead> {
    const found = await this.tenants.askAhead(this.key(tenantId), this.searching(query));
    if (found === undefined) return { hits: await this.searchStored(tenantId, query), standing: undefined };
    return { hits: found.answer, standing: found.standing };
  }

  override stillHolds(tenantId: TenantId, standing: IndexStanding): Promise<boolean> {
    return this.tenants.stillHolds(this.key(tenantId), standing);
  }

  /** Reads the tenant into memory; resolves when it is there or cannot be. */
  async load(tenantId: TenantId): Promise<void> {
    const { stored: points, model, followed } = this;
    const changes = followed?.source;
    if (followed !== undefined && changes === undefined) return;
    const { id: modelId, dimensions } = model;
    await this.tenants.want(this.key(tenantId), { tenant: tenantId, modelId, dimensions, points, changes });
  }

  async vectors(tenantId: TenantId, memoryIds: readonly string[]): Promise<Map<string, Float32Array[]>> {
    const packed = await this.ask(tenantId, (table) => this.thread.vectors(table, memoryIds));
    return packed === undefined ? this.stored.vectors(tenantId, memoryIds) : unpacked(packed, this.model.dimensions);
  }

  async termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<Map<number, number>> {
    const counts = await this.ask(tenantId, (table) => this.thread.count(table, terms));
    if (counts === undefined) return this.stored.termFrequencies(tenantId, terms);
    return new Map(terms.map((term) => [term, counts.get(term) ?? 0]));
  }

  override async heldTerms(tenantId: TenantId, terms: readonly number[]): Promise<number[]> {
    const counts = await this.ask(tenantId, (table) => this.thread.count(table, terms));
    return counts === undefined ? this.stored.heldTerms(tenantId, terms) : terms.filter((term) => counts.has(term));
  }

  async countPoints(tenantId: TenantId): Promise<number> {
    const points = await this.ask(tenantId, (_, size) => Promise.resolve(size.points));
    return points ?? this.stored.countPoints(tenantId);
  }

  async count(tenantId: TenantId): Promise<number> {
    return this.stored.count(tenantId);
  }

  async erase(tenantId: TenantId): Promise<number> {
    this.forget(tenantId);
    return this.stored.erase(tenantId);
  }

  async countEntries(tenantId: TenantId): Promise<number> {
    return this.stored.countEntries(tenantId);
  }

  /** What is in memory of a tenant goes. */
  forget(tenantId: TenantId): void {
    this.tenants.drop(this.key(tenantId));
  }

  private searching(query: VectorQuery): Question<VectorHit[]> {
    const asked = { ...query, scanned: scannedTerms(query.terms) };
    return async (table) => {
      const hits = await this.thread.search(table, asked);
      if (hits !== undefined) this.metrics?.searched('memory');
      return hits;
    };
  }

  private async searchStored(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]> {
    this.metrics?.searched('store');
    void this.loadIfWorthwhile(tenantId);
    return this.stored.search(tenantId, query);
  }

  private ask<T>(tenantId: TenantId, question: Question<T>): Promise<T | undefined> {
    return this.tenants.ask(this.key(tenantId), question);
  }

  private async loadIfWorthwhile(tenantId: TenantId): Promise<void> {
    if (this.followed !== undefined) {
      const count = (): Promise<number> => this.stored.countPoints(tenantId);
      const isWorthwhile = await this.searches.another(tenantId, count).catch(() => false);
      if (!isWorthwhile) return;
    }
    await this.load(tenantId);
  }

  /** Before: a search that begins now may read what this write makes. After: what was read meanwhile may be older. */
  private async marked(tenantId: TenantId, memoryIds: readonly string[], write: () => Promise<void>): Promise<void> {
    const key = this.key(tenantId);
    this.tenants.mark(key, memoryIds);
    try {
      await write();
    } finally {
      this.tenants.mark(key, memoryIds);
    }
  }

  private key(tenantId: TenantId): string {
    return `${this.model.id} ${tenantId}`;
  }
}

function unpacked({ memoryIds, numbers }: PackedVectors, dimensions: number): Map<string, Float32Array[]> {
  const vectors = new Map<string, Float32Array[]>();
  memoryIds.forEach((id, i) => {
    const vector = numbers.subarray(i * dimensions, (i + 1) * dimensions);
    const known = vectors.get(id);
    if (known === undefined) vectors.set(id, [vector]);
    else known.push(vector);
  });
  return vectors;
}
