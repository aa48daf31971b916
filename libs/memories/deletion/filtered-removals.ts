import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import type { MemoryFilter } from '../listing/memory-filter.js';
import { FilterMeasuresRepository } from '../listing/filter-measures.repository.js';
import { MemoryListRepository, type MemoryPlace } from '../listing/memory-list.repository.js';
import { MemoryRemovals } from '../records/memory-removals.js';
import { MemoriesRepository } from '../storage/memories.repository.js';

/** Memories a transaction: other writers of the tenant wait for its quota only so long. */
const REMOVALS = 500;

/** Finds the memories of a filter, and deletes them a batch at a time. */
@Injectable()
export class FilteredRemovals {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly filters: FilterMeasuresRepository,
    private readonly list: MemoryListRepository,
    private readonly memories: MemoriesRepository,
    private readonly removals: MemoryRemovals,
  ) {}

  /** Exact. */
  async count(tx: EntityManager, tenant: TenantId, filter: MemoryFilter): Promise<number> {
    return this.filters.total(tx, tenant, await this.filters.narrowed(tx, tenant, filter));
  }

  /** The first so many in the order of their creation. @param after of those behind this one; of all where undefined */
  async find(
    tenant: TenantId,
    filter: MemoryFilter,
    limit: number,
    after?: MemoryPlace,
  ): Promise<readonly MemoryPlace[]> {
    return this.tenantDb.read(tenant, async (tx) =>
      this.list.places(tx, tenant, await this.filters.narrowed(tx, tenant, filter), after, limit),
    );
  }

  /**
   * Deletes those that are there and that the filter means still: what was found may have been changed meanwhile.
   * @returns what is to leave the index
   */
  async remove(
    tx: EntityManager,
    tenant: TenantId,
    filter: MemoryFilter,
    found: readonly MemoryPlace[],
  ): Promise<{ memoryId: string; version: number }[]> {
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    const locked = await this.memories.lockMany(tx, tenant, ids);
    const meant = await this.list.among(tx, tenant, filter, ids);
    return this.removals.remove(
      tx,
      tenant,
      locked.filter(({ id }) => meant.has(id)),
    );
  }
}

/** In their order, as many each as a transaction deletes. */
export function batchesOf(found: readonly MemoryPlace[]): (readonly MemoryPlace[])[] {
  const count = Math.ceil(found.length / REMOVALS);
  return Array.from({ length: count }, (_, i) => found.slice(i * REMOVALS, (i + 1) * REMOVALS));
}
