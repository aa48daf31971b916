import type { TenantId } from '@mneme/platform/ids';
import type { IndexedMemory } from '../vector-index/indexed-memory.js';
import { latestVersions, slices } from '../vector-index/memory-slices.js';
import type { PgvectorIndex } from '../pgvector/pgvector.index.js';
import { scannedTerms } from '../pgvector/pgvector.parameters.js';
import { VectorIndex } from '../vector-index/vector-index.js';
import type { VectorHit, VectorQuery } from '../vector-index/vector-query.js';
import type { Question, InMemoryTenants } from './in-memory-tenants.js';
import type { InMemoryThread } from './in-memory-thread.js';
import type { PackedVectors } from './in-memory.worker.js';

/**
 * The tables of PgvectorIndex with a copy of the searched tenants in memory, which answers in their place and as they
 * would. For a database that no other process writes to: the copy follows the writes of this one.
 */
export class InMemoryIndex extends VectorIndex {
  constructor(
    private readonly tables: PgvectorIndex,
    private readonly model: { readonly id: string; readonly dimensions: number },
    private readonly tenants: InMemoryTenants,
    private readonly thread: InMemoryThread,
  ) {
    super();
  }

  async upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    for (const slice of slices(latestVersions(memories))) {
      const ids = slice.map(({ memoryId }) => memoryId);
      await this.marked(tenantId, ids, () => this.tables.upsert(tenantId, slice));
    }
  }

  async remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void> {
    await this.marked(tenantId, memoryIds, () => this.tables.remove(tenantId, memoryIds));
  }

  /** Until the tenant is in memory the tables are searched. */
  async search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]> {
    const asked = { ...query, scanned: scannedTerms(query.terms) };
    const hits = await this.ask(tenantId, (table) => this.thread.search(table, asked));
    if (hits !== undefined) return hits;
    void this.load(tenantId);
    return this.tables.search(tenantId, query);
  }

  /** Reads the tenant into memory, as its first search has it done; resolves when it is there or cannot be. */
  async load(tenantId: TenantId): Promise<void> {
    const { tables, model } = this;
    await this.tenants.want(this.key(tenantId), { tenant: tenantId, tables, dimensions: model.dimensions });
  }

  async vectors(tenantId: TenantId, memoryIds: readonly string[]): Promise<Map<string, Float32Array[]>> {
    const packed = await this.ask(tenantId, (table) => this.thread.vectors(table, memoryIds));
    return packed === undefined ? this.tables.vectors(tenantId, memoryIds) : unpacked(packed, this.model.dimensions);
  }

  async termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<Map<number, number>> {
    const counts = await this.ask(tenantId, (table) => this.thread.count(table, terms));
    if (counts === undefined) return this.tables.termFrequencies(tenantId, terms);
    return new Map(terms.map((term) => [term, counts.get(term) ?? 0]));
  }

  override async heldTerms(tenantId: TenantId, terms: readonly number[]): Promise<number[]> {
    const counts = await this.ask(tenantId, (table) => this.thread.count(table, terms));
    return counts === undefined ? this.tables.heldTerms(tenantId, terms) : terms.filter((term) => counts.has(term));
  }

  async countPoints(tenantId: TenantId): Promise<number> {
    const points = await this.ask(tenantId, (_, size) => Promise.resolve(size.points));
    return points ?? this.tables.countPoints(tenantId);
  }

  async count(tenantId: TenantId): Promise<number> {
    return this.tables.count(tenantId);
  }

  async erase(tenantId: TenantId): Promise<number> {
    this.tenants.drop(this.key(tenantId));
    return this.tables.erase(tenantId);
  }

  async countEntries(tenantId: TenantId): Promise<number> {
    return this.tables.countEntries(tenantId);
  }

  private ask<T>(tenantId: TenantId, question: Question<T>): Promise<T | undefined> {
    return this.tenants.ask(this.key(tenantId), question);
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
