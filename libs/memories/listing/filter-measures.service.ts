import type { TenantId } from '@mneme/platform/ids';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import type { ListFilter } from './filtered-rows.js';
import { FilterMeasuresRepository, isKept } from './filter-measures.repository.js';
import type { MemoryFilter } from './memory-filter.js';

/** Characters of the filters that are remembered. */
const REMEMBERED = 4_000_000;
/** Those that name many memories are hardly asked for again. */
const LONGEST = 2_000;

/** A filter, and how many memories it means. */
export interface FilterMeasure {
  /** As it is best read. */
  readonly filter: ListFilter;
  /** Exact. */
  readonly total: number;
}

/**
 * Counts what a filter means. To count takes as long as there are memories of it, so what was counted is remembered, and it
 * holds as long as the database says that the tenant's memories are the same, whichever process writes them.
 */
@Injectable()
export class FilterMeasures {
  private readonly known = new LRUCache<string, FilterMeasure & { readonly state: string }>({ maxSize: REMEMBERED });

  constructor(private readonly measures: FilterMeasuresRepository) {}

  async measure(tx: EntityManager, tenant: TenantId, asked: MemoryFilter): Promise<FilterMeasure> {
    if (isKept(asked)) return { filter: asked, total: await this.measures.total(tx, tenant, asked) };
    const key = `${tenant} ${JSON.stringify(asked)}`;
    const known = this.known.get(key);
    if (known !== undefined && (await this.holds(tx, tenant, known.state))) return known;
    const filter = await this.measures.narrowed(tx, tenant, asked);
    const measure = { filter, ...(await this.measures.counted(tx, tenant, filter)) };
    if (key.length <= LONGEST) this.known.set(key, measure, { size: key.length });
    return measure;
  }

  private async holds(tx: EntityManager, tenant: TenantId, state: string): Promise<boolean> {
    return state === (await this.measures.state(tx, tenant));
  }
}
