import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform';
import type { VectorFilter } from '@mneme/retrieval';
import type { ListCursor } from './list-cursor.js';
import type { SortField, SortOrder } from './list-order.js';
import { MEMORY_COLUMNS } from './memory-columns.js';
import type { Memory } from './memory.entity.js';
import { SqlParameters } from './sql-parameters.js';

/** Which memories: every condition must hold, as in a search. */
export type MemoryFilter = VectorFilter;

export interface ListWindow {
  readonly sort: SortField;
  readonly order: SortOrder;
  readonly limit: number;
  /** Rows to pass over; 0 with a cursor. */
  readonly offset: number;
  readonly after?: ListCursor | undefined;
}

const COLUMN: Readonly<Record<SortField, string>> = {
  createdAt: 'created_at',
  importance: 'importance',
  updatedAt: 'updated_at',
};

/** Pages over a tenant's memories. Every order is that of an index; ties are broken by id, so pages never overlap. */
@Injectable()
export class MemoryListRepository {
  /** The rows are looked up only once the page's ids are known, so that a deep page reads little but the index. */
  async page(tx: EntityManager, tenant: TenantId, filter: MemoryFilter, window: ListWindow): Promise<Memory[]> {
    const parameters = new SqlParameters();
    const conditions = this.conditions(parameters, tenant, filter);
    const column = COLUMN[window.sort];
    if (window.after !== undefined) {
      const value = window.sort === 'importance' ? Number(window.after.value) : new Date(window.after.value);
      const beyond = window.order === 'asc' ? '>' : '<';
      conditions.push(
        `(m.${column}, m.id) ${beyond} (${parameters.add(value)}, ${parameters.add(window.after.id)}::uuid)`,
      );
    }
    const order = (alias: string): string => `${alias}.${column} ${window.order}, ${alias}.id ${window.order}`;
    return tx.query<Memory[]>(
      `SELECT ${MEMORY_COLUMNS}
         FROM (SELECT m.id FROM memories m WHERE ${conditions.join(' AND ')}
                ORDER BY ${order('m')} LIMIT ${parameters.add(window.limit)} OFFSET ${parameters.add(window.offset)}) page
         JOIN memories m ON m.tenant_id = $1 AND m.id = page.id
        ORDER BY ${order('m')}`,
      parameters.values,
    );
  }

  /** Exact. Without tags and dates it is kept, not counted; for one tag alone only an index is read. */
  async total(tx: EntityManager, tenant: TenantId, filter: MemoryFilter): Promise<number> {
    const parameters = new SqlParameters();
    const [row] = await tx.query<{ total: number }[]>(this.totalSql(parameters, tenant, filter), parameters.values);
    return row?.total ?? 0;
  }

  private totalSql(parameters: SqlParameters, tenant: TenantId, filter: MemoryFilter): string {
    const { type, tags = [], createdFrom, createdTo } = filter;
    const dated = createdFrom !== undefined || createdTo !== undefined;
    if (tags.length === 0 && !dated) {
      return `SELECT coalesce(sum(memories), 0)::int AS total FROM memory_totals
               WHERE tenant_id = ${parameters.add(tenant)} AND (${parameters.add(type)}::text IS NULL OR type = $2)`;
    }
    if (tags.length === 1 && type === undefined && !dated) {
      return `SELECT count(*)::int AS total FROM memory_tags
               WHERE tenant_id = ${parameters.add(tenant)} AND tag = ${parameters.add(tags[0])}`;
    }
    return `SELECT count(*)::int AS total FROM memories m WHERE ${this.conditions(parameters, tenant, filter).join(' AND ')}`;
  }

  private conditions(parameters: SqlParameters, tenant: TenantId, filter: MemoryFilter): string[] {
    const conditions = [`m.tenant_id = ${parameters.add(tenant)}`];
    if (filter.type !== undefined) conditions.push(`m.type = ${parameters.add(filter.type)}`);
    if (filter.createdFrom !== undefined) conditions.push(`m.created_at >= ${parameters.add(filter.createdFrom)}`);
    if (filter.createdTo !== undefined) conditions.push(`m.created_at <= ${parameters.add(filter.createdTo)}`);
    const tags = filter.tags ?? [];
    const alternatives = filter.tagsMode === 'any' ? [tags] : tags.map((tag) => [tag]);
    for (const group of alternatives.filter((entry) => entry.length > 0)) {
      conditions.push(`EXISTS (SELECT FROM memory_tags t WHERE t.tenant_id = $1 AND t.memory_id = m.id
                                 AND t.tag = ANY (${parameters.add(group)}::text[]))`);
    }
    return conditions;
  }
}
