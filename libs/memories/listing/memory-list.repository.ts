import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';
import {
  countOfLabel,
  filteredRows,
  labelGroups,
  type Lead,
  ledRows,
  type ListFilter,
  lookUp,
} from './filtered-rows.js';
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

const COLUMN: Readonly<Record<SortField, string>> = {
  createdAt: 'created_at',
  importance: 'importance',
  updatedAt: 'updated_at',
};

/** This many look-ups are cheap, however few memories there are. */
const FEW = 100;
/** To look a memory up by its key takes as long as to read this many one after the other. */
const LOOKUP_COST = 10;

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
    const beyond = window.after === undefined ? [] : [beyondCursor(parameters, window, window.after)];
    const [limit, offset] = [parameters.add(window.limit), parameters.add(window.offset)];
    return tx.query<Memory[]>(
      `WITH page AS MATERIALIZED (
         SELECT m.id, m.${column} ${filteredRows(parameters, filter, beyond)}
          ORDER BY m.${column} ${window.order}, m.id ${window.order} ${unforeseen(limit, offset)})
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
    const beyond =
      after === undefined
        ? []
        : [`(m.created_at, m.id) > (${parameters.add(after.createdAt)}, ${parameters.add(after.id)}::uuid)`];
    return tx.query<MemoryPlace[]>(
      `SELECT m.id, m.created_at AS "createdAt" ${filteredRows(parameters, filter, beyond)}
        ORDER BY m.created_at, m.id LIMIT (SELECT ${parameters.add(limit)}::bigint)`,
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

  /** Exact. Without tags, metadata and dates it is kept, not counted; for one tag or attribute alone only an index is read. */
  async total(tx: EntityManager, tenant: TenantId, filter: ListFilter): Promise<number> {
    const parameters = new SqlParameters();
    const [row] = await tx.query<{ total: number }[]>(totalSql(parameters, tenant, filter), parameters.values);
    return row?.total ?? 0;
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

  /** Finds out whether anything leads to few memories: once for the pages and the total of a filter. */
  async narrowed(tx: EntityManager, tenant: TenantId, filter: MemoryFilter): Promise<ListFilter> {
    const leads = leadsOf(filter);
    const [first] = leads;
    if (first === undefined) return filter;
    if (first.kind === 'ids' || first.kind === 'externalIds') return { ...filter, few: first };
    const parameters = new SqlParameters();
    const [row] = await tx.query<ReachRow[]>(reachSql(parameters, tenant, filter, leads), parameters.values);
    const { most = 0, counts = [] } = row ?? {};
    const fewest = Math.min(...counts);
    const few = leads[counts.indexOf(fewest)];
    return few !== undefined && fewest <= most ? { ...filter, few } : filter;
  }
}

interface ReachRow {
  /** Up to this number, memories are few. */
  readonly most: number;
  /** Of each lead; one more than `most` where there are more. */
  readonly counts: readonly number[];
}

/** Those that name memories come first: nothing can lead to fewer. */
function leadsOf(filter: MemoryFilter): Lead[] {
  const { ids, externalIds, occurredFrom, occurredTo } = filter;
  return [
    ...(ids === undefined ? [] : [{ kind: 'ids' } as const]),
    ...(externalIds === undefined ? [] : [{ kind: 'externalIds' } as const]),
    ...labelGroups(filter),
    ...(occurredFrom === undefined && occurredTo === undefined ? [] : [{ kind: 'occurred' } as const]),
  ];
}

function reachSql(parameters: SqlParameters, tenant: TenantId, filter: MemoryFilter, leads: readonly Lead[]): string {
  const [, type] = [parameters.add(tenant), parameters.add(filter.type ?? null)];
  const [few, cost] = [parameters.add(FEW), parameters.add(LOOKUP_COST)];
  const counts = leads.map(
    (lead) =>
      `(SELECT count(*)::int FROM (${ledRows(parameters, filter, lead, '(SELECT most + 1 FROM size)')}) AS led)`,
  );
  return `
    WITH size AS MATERIALIZED (
      SELECT coalesce(sum(memories), 0)::int / ${cost}::int + ${few}::int AS most
        FROM memory_totals WHERE tenant_id = $1 AND (${type}::text IS NULL OR type = ${type}))
    SELECT most, ARRAY[${counts.join(', ')}] AS counts FROM size`;
}

function totalSql(parameters: SqlParameters, tenant: TenantId, filter: ListFilter): string {
  parameters.add(tenant);
  const { type } = filter;
  const groups = labelGroups(filter);
  if (!isByLabelsAlone(filter) || groups.length > 1) return countOfRows(parameters, filter);
  const [group] = groups;
  if (group === undefined) return keptTotal(parameters.add(type ?? null));
  const [label, ...alternatives] = group.labels;
  if (label === undefined || alternatives.length > 0 || type !== undefined) return countOfRows(parameters, filter);
  return countOfLabel(group, parameters.add(label));
}

function countOfRows(parameters: SqlParameters, filter: ListFilter): string {
  return `SELECT count(*)::int AS total ${filteredRows(parameters, filter)}`;
}

/** Those that have expired are kept in the totals until they are deleted. */
function keptTotal(type: string): string {
  const ofType = `tenant_id = $1 AND (${type}::text IS NULL OR type = ${type})`;
  return `SELECT (SELECT coalesce(sum(memories), 0) FROM memory_totals WHERE ${ofType})::int
               - (SELECT count(*) FROM memory_expiries WHERE ${ofType} AND expires_at <= now())::int AS total`;
}

/** Without regard to a type. */
function isByLabelsAlone(filter: MemoryFilter): boolean {
  const { ids, externalIds, before, createdFrom, createdTo, occurredFrom, occurredTo } = filter;
  return [ids, externalIds, before, createdFrom, createdTo, occurredFrom, occurredTo].every(
    (each) => each === undefined,
  );
}

/**
 * A limit that the planner does not know. It then walks the index that has the order and stops, where for a known one it
 * may sort all of a tenant of which it expects no more rows than that.
 */
function unforeseen(limit: string, offset: string): string {
  return `LIMIT (SELECT ${limit}::bigint) OFFSET (SELECT ${offset}::bigint)`;
}

function beyondCursor(parameters: SqlParameters, { sort, order }: ListWindow, { value, id }: ListCursor): string {
  const place = parameters.add(sort === 'importance' ? Number(value) : new Date(value));
  return `(m.${COLUMN[sort]}, m.id) ${order === 'asc' ? '>' : '<'} (${place}, ${parameters.add(id)}::uuid)`;
}
