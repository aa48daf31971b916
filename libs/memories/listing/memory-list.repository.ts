import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';
import type { VectorFilter } from '@mneme/retrieval';
import type { ListCursor } from './list-cursor.js';
import type { SortField, SortOrder } from './list-order.js';
import { MEMORY_COLUMNS } from '../storage/memory.columns.js';
import type { Memory } from '../storage/memory.entity.js';

/** Which memories: every condition must hold, as in a search. */
export type MemoryFilter = VectorFilter;

/** A filter of which it is known whether its tags lead to the memories. */
export interface ListFilter extends MemoryFilter {
  /** Every memory of the filter carries one of these, and few do. Without them all of the type and dates are looked at. */
  readonly few?: readonly string[];
}

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

  /** Exact. Without tags and dates it is kept, not counted; for one tag alone only an index is read. */
  async total(tx: EntityManager, tenant: TenantId, filter: ListFilter): Promise<number> {
    const parameters = new SqlParameters();
    const [row] = await tx.query<{ total: number }[]>(totalSql(parameters, tenant, filter), parameters.values);
    return row?.total ?? 0;
  }

  /** Finds out whether few memories carry the tags: once for the pages and the total of a filter. */
  async narrowed(tx: EntityManager, tenant: TenantId, filter: MemoryFilter): Promise<ListFilter> {
    const { tags = [], tagsMode, type = null } = filter;
    if (tags.length === 0) return filter;
    const [row] = await tx.query<ReachRow[]>(REACH, [tenant, tags, type, FEW, LOOKUP_COST]);
    const { most = 0, counts = [] } = row ?? {};
    const rarest = counts.indexOf(Math.min(...counts));
    const [carried, leading] =
      tagsMode === 'any'
        ? [counts.reduce((sum, count) => sum + count, 0), tags]
        : [counts[rarest] ?? 0, tags.slice(rarest, rarest + 1)];
    return carried <= most ? { ...filter, few: leading } : filter;
  }
}

interface ReachRow {
  /** Up to this number, memories are few. */
  readonly most: number;
  /** Of each tag; one more than `most` where there are more. */
  readonly counts: readonly number[];
}

/** $2 tags, $3 type or null, $4 and $5 as FEW and LOOKUP_COST. */
const REACH = `
  WITH size AS MATERIALIZED (
    SELECT coalesce(sum(memories), 0)::int / $5::int + $4::int AS most
      FROM memory_totals WHERE tenant_id = $1 AND ($3::text IS NULL OR type = $3))
  SELECT most, ARRAY(
           SELECT (SELECT count(*)::int FROM (
                     SELECT FROM memory_tags WHERE tenant_id = $1 AND tag = given.tag
                      LIMIT (SELECT most + 1 FROM size)) AS held)
             FROM unnest($2::text[]) WITH ORDINALITY AS given (tag, place) ORDER BY given.place) AS counts
    FROM size`;

function totalSql(parameters: SqlParameters, tenant: TenantId, filter: ListFilter): string {
  const { type, tags = [], createdFrom, createdTo } = filter;
  const dated = createdFrom !== undefined || createdTo !== undefined;
  parameters.add(tenant);
  if (tags.length === 0 && !dated) {
    return `SELECT coalesce(sum(memories), 0)::int AS total FROM memory_totals
             WHERE tenant_id = $1 AND (${parameters.add(type)}::text IS NULL OR type = $2)`;
  }
  if (tags.length === 1 && type === undefined && !dated) {
    return `SELECT count(*)::int AS total FROM memory_tags WHERE tenant_id = $1 AND tag = ${parameters.add(tags[0])}`;
  }
  return `SELECT count(*)::int AS total ${filteredRows(parameters, filter)}`;
}

/**
 * `FROM` and `WHERE` of the memories `m` of a filter: looked up one by one from a tag that few carry, or read once.
 * @param beyond conditions beside those of the filter
 */
function filteredRows(parameters: SqlParameters, filter: ListFilter, beyond: readonly string[] = []): string {
  const conditions = [...typeAndDates(parameters, filter), ...carriedTags(parameters, filter), ...beyond];
  const { few } = filter;
  if (few === undefined) return `FROM memories m WHERE ${['m.tenant_id = $1', ...conditions].join(' AND ')}`;
  return `FROM (SELECT DISTINCT held.memory_id FROM unnest(${parameters.add(few)}::text[]) AS given (tag)
                 CROSS JOIN LATERAL (
                   SELECT memory_id FROM memory_tags WHERE tenant_id = $1 AND tag = given.tag OFFSET 0) AS held) AS tagged
         CROSS JOIN LATERAL (${lookUp('tagged.memory_id')}) AS m WHERE ${conditions.join(' AND ')}`;
}

/**
 * A limit that the planner does not know. It then walks the index that has the order and stops, where for a known one it
 * may sort all of a tenant of which it expects no more rows than that.
 */
function unforeseen(limit: string, offset: string): string {
  return `LIMIT (SELECT ${limit}::bigint) OFFSET (SELECT ${offset}::bigint)`;
}

/** One memory by its key. The planner cannot make anything else of it: OFFSET 0 keeps it apart. */
function lookUp(id: string): string {
  return `SELECT * FROM memories WHERE tenant_id = $1 AND id = ${id} OFFSET 0`;
}

function typeAndDates(parameters: SqlParameters, { type, createdFrom, createdTo }: MemoryFilter): string[] {
  return [
    ...(type === undefined ? [] : [`m.type = ${parameters.add(type)}`]),
    ...(createdFrom === undefined ? [] : [`m.created_at >= ${parameters.add(createdFrom)}`]),
    ...(createdTo === undefined ? [] : [`m.created_at <= ${parameters.add(createdTo)}`]),
  ];
}

/** Read from the rows: no index serves what arrays contain under row security, and every row is at hand here. */
function carriedTags(parameters: SqlParameters, { tags = [], tagsMode }: MemoryFilter): string[] {
  if (tags.length === 0) return [];
  return [`m.tags ${tagsMode === 'any' ? '&&' : '@>'} ${parameters.add(tags)}::text[]`];
}

function beyondCursor(parameters: SqlParameters, { sort, order }: ListWindow, { value, id }: ListCursor): string {
  const place = parameters.add(sort === 'importance' ? Number(value) : new Date(value));
  return `(m.${COLUMN[sort]}, m.id) ${order === 'asc' ? '>' : '<'} (${place}, ${parameters.add(id)}::uuid)`;
}

/** Collects the values of a statement that is put together from parts. */
class SqlParameters {
  readonly values: unknown[] = [];

  /** @returns the place of the value in the statement: `$3` */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
