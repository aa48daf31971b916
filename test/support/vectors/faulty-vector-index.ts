import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { type IndexedMemory, type VectorHit, VectorIndex, type VectorQuery } from '@mneme/retrieval';

/**
 * What happens to a write on its way to the index: `lost` never arrives; `unanswered` arrives and nobody hears of it;
 * `repeated` arrives twice; `late` is given up by its sender and arrives when it is delivered, after others.
 */
export const FAULTS = ['none', 'lost', 'unanswered', 'repeated', 'late'] as const;
export type WriteFault = (typeof FAULTS)[number];

/** A VectorIndex behind a network that loses, repeats, delays and reorders what is written. */
export class FaultyVectorIndex extends VectorIndex {
  /** Taken one a write, first to last; none where there are no more. */
  faults: WriteFault[] = [];
  private readonly late: (() => Promise<void>)[] = [];

  constructor(private readonly index: VectorIndex) {
    super();
  }

  upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    return this.send(() => this.index.upsert(tenantId, memories));
  }

  remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void> {
    return memoryIds.length === 0 ? Promise.resolve() : this.send(() => this.index.remove(tenantId, memoryIds));
  }

  search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]> {
    return this.index.search(tenantId, query);
  }

  vectors(tenantId: TenantId, memoryIds: readonly string[]): Promise<Map<string, Float32Array[]>> {
    return this.index.vectors(tenantId, memoryIds);
  }

  termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<Map<number, number>> {
    return this.index.termFrequencies(tenantId, terms);
  }

  countPoints(tenantId: TenantId): Promise<number> {
    return this.index.countPoints(tenantId);
  }

  count(tenantId: TenantId): Promise<number> {
    return this.index.count(tenantId);
  }

  erase(tenantId: TenantId): Promise<number> {
    return this.index.erase(tenantId);
  }

  countEntries(tenantId: TenantId): Promise<number> {
    return this.index.countEntries(tenantId);
  }

  /** What was late arrives now, the last first. */
  async deliver(): Promise<void> {
    for (const write of this.late.splice(0).reverse()) await write();
  }

  private async send(write: () => Promise<void>): Promise<void> {
    const fault = this.faults.shift() ?? 'none';
    if (fault === 'late') this.late.push(write);
    if (fault === 'lost' || fault === 'late') throw away();
    await write();
    if (fault === 'repeated') await write();
    if (fault === 'unanswered') throw away();
  }
}

function away(): DomainError {
  return DomainError.externalService('the index does not answer');
}
