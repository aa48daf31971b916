import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';
import { type Beyond, filteredRows, isBeyond, type ListFilter, lookUp, rowsAlong } from './filtered-rows.js';
import type { ListCursor } from './list-cursor.js';
import type { SortField, SortOrder } from './list-order.js';
import type { MemoryFilter } from './memory-filter.js';
import { SqlParameters } from './sql-parameters.js';
import { MEMORY_COLUMNS } from '../storage/memory.columns.js';
import type { Memory } from '../storage/memory.entity.js';

export interface ListWindow {
  readonly sort: SortField;
  readonly order: SortOrder;
  readonly limit: number;
  /** Rows to pass over; 0 with a cursor. */
  readonly offset: number;
  readonly after?: ListCursor | undefined;
}

/** A memory in the order of creation. */
export interface MemoryPlace {
  readonly id: string;
  readonly createdAt: Date;
}

/** To pass over more than this, rows are read one after the other rather than looked up. */
const DEEP = 1_000;

const COLUMN: Readonly<Record<SortField, string>> = {
  createdAt: 'created_at',
  importance: 'importance',
  updatedAt: 'updated_at',
};

/**
 * Pages over a tenant's memories. Every order is that of an index; ties are broken by id, so pages never overlap.
 *
 * What a statement may cost does not depend on what the planner believes of the tenant: nothing in it can be run once
 * for each row but a look-up by the primary key (docs/internals/architecture.md, Statements).
 */
@Injectable()
export class MemoryListRepository {
  /** The rows are looked up only once the page's ids are known, so that a deep page reads little but the index. */
  async page(tx: EntityManager, tenant: TenantId, filter: ListFilter, window: ListWindow): Promise<Memory[]> {
    const parameters = new SqlParameters();
    parameters.add(tenant);
    const column = COLUMN[window.sort];
    const from = rowsInOrder(parameters, filter, window, window.after && beyondCursor(window, window.after));
    const [limit, offset] = [parameters.add(window.limit), parameters.add(window.offset)];
    return tx.query<Memory[]>(
      `WITH page AS MATERIALIZED (
         SELECT m.id, m.${column} ${from} ${unforeseen(limit, offset)})
       SELECT ${MEMORY_COLUMNS} FROM page CROSS JOIN LATERAL (${lookUp('page.id')}) AS m
        ORDER BY page.${column} ${window.order}, page.id ${window.order}`,
      parameters.values,
    );
  }

  /**
   * Where the filter's memories stand in the order of their creation, without what they say.
   * @param after of those that come before the first; from the first where undefined
   */
  async places(
    tx: EntityManager,
    tenant: TenantId,
    filter: ListFilter,
    after: MemoryPlace | undefined,
    limit: number,
  ): Promise<MemoryPlace[]> {
    const parameters = new SqlParameters();
    parameters.add(tenant);
    const beyond: Beyond | undefined = after && { side: '>', value: after.createdAt, id: after.id };
    const from = rowsInOrder(parameters, filter, { sort: 'createdAt', order: 'asc' }, beyond);
    return tx.query<MemoryPlace[]>(
      `SELECT m.id, m.created_at AS "createdAt" ${from} LIMIT (SELECT ${parameters.add(limit)}::bigint)`,
      parameters.values,
    );
  }

  /** Which of these memories the filter means: each is looked up by its key. */
  async among(tx: EntityManager, tenant: TenantId, filter: MemoryFilter, ids: readonly string[]): Promise<Set<string>> {
    const parameters = new SqlParameters();
    parameters.add(tenant);
    const rows = await tx.query<{ id: string }[]>(
      `SELECT m.id ${filteredRows(parameters, { ...filter, ids, few: { kind: 'ids' } })}`,
      parameters.values,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** UUIDs behind one, in their order, 16 bytes each; `last` is null where there are none. */
  async packedIds(
    tx: EntityManager,
    tenant: TenantId,
    filter: ListFilter,
    after: string,
    limit: number,
  ): Promise<{ ids: Buffer; last: string | null }> {
    const parameters = new SqlParameters();
    parameters.add(tenant);
    const beyond = `m.id > ${parameters.add(after)}::uuid`;
    const [row] = await tx.query<{ ids: Buffer; last: string | null }[]>(
      `SELECT coalesce(string_agg(uuid_send(id), ''::bytea ORDER BY id), ''::bytea) AS ids,
              max(id::text COLLATE "C") AS last
         FROM (SELECT m.id ${filteredRows(parameters, filter, [beyond])}
                ORDER BY m.id LIMIT (SELECT ${parameters.add(limit)}::bigint)) AS page`,
      parameters.values,
    );
    return row ?? { ids: Buffer.alloc(0), last: null };
  }

  /** UUIDs of the memories whose time is over, in the same form. */
  async packedExpired(tx: EntityManager, tenant: TenantId): Promise<Buffer> {
    const [row] = await tx.query<{ ids: Buffer }[]>(
      `SELECT coalesce(string_agg(uuid_send(memory_id), ''::bytea), ''::bytea) AS ids
         FROM (SELECT memory_id FROM memory_expiries WHERE tenant_id = $1 AND expires_at <= now()
                ORDER BY expires_at OFFSET 0) AS gone`,
      [tenant],
    );
    return row?.ids ?? Buffer.alloc(0);
  }
}

/**
 * A limit that the planner does not know. It then walks the index that has the order and stops, where for a known one it
 * may sort all of a tenant of which it expects no more rows than that.
 */
function unforeseen(limit: string, offset: string): string {
  return `LIMIT (SELECT ${limit}::bigint) OFFSET (SELECT ${offset}::bigint)`;
}

/** `FROM`, `WHERE` and `ORDER BY` of the memories `m` of a filter. */
function rowsInOrder(
  parameters: SqlParameters,
  filter: ListFilter,
  { sort, order, offset = 0 }: Pick<ListWindow, 'sort' | 'order'> & { readonly offset?: number },
  beyond: Beyond | undefined,
): string {
  const { along } = filter;
  if (along !== undefined && sort === 'createdAt' && offset < DEEP) {
    const rows = rowsAlong(parameters, { ...filter, along }, order, beyond);
    return `${rows} ORDER BY entry.created_at ${order}, entry.memory_id ${order}`;
  }
  const column = `m.${COLUMN[sort]}`;
  const rows = filteredRows(
    parameters,
    filter,
    beyond === undefined ? [] : [isBeyond(parameters, column, 'm.id', beyond)],
  );
  return `${rows} ORDER BY ${column} ${order}, m.id ${order}`;
}

function beyondCursor({ sort, order }: ListWindow, { value, id }: ListCursor): Beyond {
  return { side: order === 'asc' ? '>' : '<', value: sort === 'importance' ? Number(value) : new Date(value), id };
}
