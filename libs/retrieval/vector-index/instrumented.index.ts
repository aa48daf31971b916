import type { TenantFence } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import type { IndexStanding } from './index-changes.js';
import type { IndexedMemory } from './indexed-memory.js';
import type { VectorIndexMetrics } from './vector-index-metrics.js';
import { type HitsAhead, VectorIndex } from './vector-index.js';
import type { VectorHit, VectorQuery } from './vector-query.js';

/** An index, whichever it is, whose every call is measured, and which takes no writes of tenants that are being erased. */
export class InstrumentedIndex extends VectorIndex {
  constructor(
    private readonly index: VectorIndex,
    private readonly metrics: VectorIndexMetrics,
    private readonly fence: TenantFence,
  ) {
    super();
  }

  async upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    this.fence.check(tenantId);
    return this.metrics.timed('upsert', () => this.index.upsert(tenantId, memories));
  }

  /** It leaves marks of what was removed. */
  async remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void> {
    this.fence.check(tenantId);
    return this.metrics.timed('remove', () => this.index.remove(tenantId, memoryIds));
  }

  search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]> {
    return this.metrics.timed('search', () => this.index.search(tenantId, query));
  }

  override searchAhead(tenantId: TenantId, query: VectorQuery): Promise<HitsAhead> {
    return this.metrics.timed('search', () => this.index.searchAhead(tenantId, query));
  }

  override stillHolds(tenantId: TenantId, standing: IndexStanding): Promise<boolean> {
    return this.index.stillHolds(tenantId, standing);
  }

  termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<Map<number, number>> {
    return this.metrics.timed('terms', () => this.index.termFrequencies(tenantId, terms));
  }

  override heldTerms(tenantId: TenantId, terms: readonly number[]): Promise<number[]> {
    return this.metrics.timed('terms', () => this.index.heldTerms(tenantId, terms));
  }

  countPoints(tenantId: TenantId): Promise<number> {
    return this.metrics.timed('count', () => this.index.countPoints(tenantId));
  }

  count(tenantId: TenantId): Promise<number> {
    return this.metrics.timed('count', () => this.index.count(tenantId));
  }

  erase(tenantId: TenantId): Promise<number> {
    return this.metrics.timed('erase', () => this.index.erase(tenantId));
  }

  countEntries(tenantId: TenantId): Promise<number> {
    return this.metrics.timed('count', () => this.index.countEntries(tenantId));
  }

  vectors(tenantId: TenantId, memoryIds: readonly string[]): Promise<Map<string, Float32Array[]>> {
    return this.metrics.timed('vectors', () => this.index.vectors(tenantId, memoryIds));
  }
}
