import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import type { TenantId } from '@mneme/platform/ids';
import { readForPage } from './filtered-rows.js';
import { FilterMeasures } from './filter-measures.service.js';
import { cursorBehind, decodeListCursor, encodeListCursor } from './list-cursor.js';
import type { ListMemoriesQuery } from '../dto/list-memories.query.js';
import { MemoriesRepository } from '../storage/memories.repository.js';
import type { Memory } from '../storage/memory.entity.js';
import { MemoryListRepository, type ListWindow } from './memory-list.repository.js';
import { type FilterRequest, memoryFilter } from './memory-filter.js';

/** With the UUID of the latest memory that supersedes it, where that was asked for; null: none does. */
export type ListedMemory = Memory & { readonly successorId?: string | null };

/** One page of a list. */
export interface MemoryPage {
  readonly memories: readonly ListedMemory[];
  readonly page: number;
  readonly limit: number;
  /** Exact. */
  readonly total: number;
  readonly nextCursor: string | undefined;
}

const DEFAULT_LIMIT = 50;

/** Lists with filters, by page number or by cursor. */
@Injectable()
export class MemoryListService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly measures: FilterMeasures,
    private readonly list: MemoryListRepository,
    private readonly memories: MemoriesRepository,
  ) {}

  /** How many memories a filter means; exact. */
  async count(tenant: TenantId, query: FilterRequest): Promise<number> {
    const asked = memoryFilter(query);
    return this.tenantDb.read(tenant, async (tx) => (await this.measures.measure(tx, tenant, asked)).total);
  }

  async page(tenant: TenantId, query: ListMemoriesQuery): Promise<MemoryPage> {
    const asked = memoryFilter(query);
    const window = windowOf(query);
    const page = window.after?.page ?? query.page ?? 1;
    return this.tenantDb.read(tenant, async (tx) => {
      const { filter, total } = await this.measures.measure(tx, tenant, asked);
      const beyond = window.offset > 0 && window.offset >= total;
      // One more than the page: whether another follows is seen, not reckoned from a total that changes meanwhile.
      const read = readForPage(filter, total, window.offset + window.limit);
      const found = beyond ? [] : await this.list.page(tx, tenant, read, { ...window, limit: window.limit + 1 });
      const memories = await this.shown(tx, tenant, found.slice(0, window.limit), query);
      const last = found.length > window.limit ? memories.at(-1) : undefined;
      const nextCursor =
        last === undefined ? undefined : encodeListCursor(cursorBehind(last, window.sort, window.order, page + 1));
      return { memories, page, limit: window.limit, total, nextCursor };
    });
  }

  private async shown(
    tx: EntityManager,
    tenant: TenantId,
    memories: readonly Memory[],
    { fields = [] }: ListMemoriesQuery,
  ): Promise<readonly ListedMemory[]> {
    if (!fields.includes('supersededBy') || memories.length === 0) return memories;
    const successors = await this.memories.successors(tx, tenant, memories);
    return memories.map((memory) => Object.assign(memory, { successorId: successors.get(memory.id) ?? null }));
  }
}

function windowOf(query: ListMemoriesQuery): ListWindow {
  const limit = query.limit ?? DEFAULT_LIMIT;
  if (query.cursor === undefined) {
    const offset = ((query.page ?? 1) - 1) * limit;
    return { sort: query.sort ?? 'createdAt', order: query.order ?? 'desc', limit, offset };
  }
  const cursor = decodeListCursor(query.cursor);
  for (const field of ['page', 'sort', 'order'] as const) {
    const same = field !== 'page' && query[field] === cursor[field];
    if (query[field] !== undefined && !same) {
      throw DomainError.validation(`${field} cannot be given beside cursor, which already says it`, field);
    }
  }
  return { sort: cursor.sort, order: cursor.order, limit, offset: 0, after: cursor };
}
