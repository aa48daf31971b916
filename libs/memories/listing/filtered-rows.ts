import type { MemoryFilter } from './memory-filter.js';
import type { SqlParameters } from './sql-parameters.js';

/** Tags or attributes of which a memory has at least one. */
export interface LabelGroup {
  readonly kind: 'tags' | 'attributes';
  readonly labels: readonly string[];
}

/** What leads to the memories of a filter: every one of them is among those that it leads to. */
export type Lead = LabelGroup | { readonly kind: 'ids' | 'externalIds' | 'occurred' };

/** A filter of which it is known what leads to its memories. */
export interface ListFilter extends MemoryFilter {
  /** Leads to few. Without it all of the type and dates are looked at. */
  readonly few?: Lead | undefined;
  /** How many those are, with others that do not fit. */
  readonly reach?: number;
  /** How many memories there are of the type. */
  readonly size?: number;
  /** An attribute of all of them that leads to few others, in the order of their creation. */
  readonly along?: string | undefined;
}

/** A place in an order, and on which side of it rows are wanted. */
export interface Beyond {
  readonly side: '<' | '>';
  readonly value: Date | number;
  /** UUID. */
  readonly id: string;
}

/** Where labels lead to memories. */
const LABELS = {
  tags: { table: 'memory_tags', column: 'tag' },
  attributes: { table: 'memory_attributes', column: 'attribute' },
} as const;

/** When what a memory says happened. */
const EVENT_TIME = (row: string): string => `coalesce(${row}occurred_at, ${row}created_at)`;

/** Each of them must be there, whichever of its labels. */
export function labelGroups({ tags = [], tagsMode, attributes = [] }: MemoryFilter): LabelGroup[] {
  const tagged = tagsMode === 'any' && tags.length > 0 ? [tags] : tags.map((tag) => [tag]);
  return [
    ...tagged.map((labels): LabelGroup => ({ kind: 'tags', labels })),
    ...attributes.map((labels): LabelGroup => ({ kind: 'attributes', labels })),
  ];
}

/**
 * `FROM` and `WHERE` of the memories `m` of a filter: looked up one by one from what few have, or read once. $1 is the
 * tenant.
 * @param beyond conditions beside those of the filter
 */
export function filteredRows(parameters: SqlParameters, filter: ListFilter, beyond: readonly string[] = []): string {
  const conditions = [...rowConditions(parameters, filter), ...beyond];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const { few } = filter;
  if (few === undefined) return `FROM memories m WHERE ${['m.tenant_id = $1', ...conditions].join(' AND ')}`;
  switch (few.kind) {
    case 'ids':
      return `FROM (SELECT DISTINCT unnest(${parameters.add(filter.ids)}::uuid[]) AS id) AS given
              CROSS JOIN LATERAL (${lookUp('given.id')}) AS m ${where}`;
    case 'externalIds':
      return `FROM (SELECT DISTINCT unnest(${parameters.add(filter.externalIds)}::text[]) AS name) AS given
              CROSS JOIN LATERAL (
                SELECT * FROM memories WHERE tenant_id = $1 AND external_id = given.name OFFSET 0) AS m ${where}`;
    case 'occurred':
      return `FROM (SELECT * FROM memories m WHERE ${['m.tenant_id = $1', ...occurred(parameters, filter)].join(' AND ')}
                     ORDER BY ${EVENT_TIME('m.')}, m.id OFFSET 0) AS m ${where}`;
    case 'tags':
    case 'attributes':
      return `FROM (SELECT DISTINCT held.memory_id FROM (${holders(few, parameters.add(few.labels))}) AS held) AS labelled
              CROSS JOIN LATERAL (${lookUp('labelled.memory_id')}) AS m ${where}`;
  }
}

/**
 * `FROM` and `WHERE` of the memories `m` of a filter that goes along an attribute, in the order of their entries in its
 * index: as many are looked up as are taken. $1 is the tenant. A limit that the planner does not know, and that there is
 * not, has it walk the index, where it would otherwise sort all that it finds there.
 */
export function rowsAlong(
  parameters: SqlParameters,
  filter: ListFilter & { readonly along: string },
  order: 'asc' | 'desc',
  beyond: Beyond | undefined,
): string {
  const conditions = rowConditions(parameters, filter);
  const entries = [
    `tenant_id = $1 AND attribute = ${parameters.add(filter.along)}`,
    ...created(parameters, filter, ''),
    ...(beyond === undefined ? [] : [isBeyond(parameters, 'created_at', 'memory_id', beyond)]),
  ];
  return `FROM (SELECT created_at, memory_id FROM memory_attributes WHERE ${entries.join(' AND ')}
                 ORDER BY created_at ${order}, memory_id ${order} LIMIT (SELECT NULL::bigint)) AS entry
          CROSS JOIN LATERAL (${lookUp('entry.memory_id')}) AS m
          ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
}

export function isBeyond(parameters: SqlParameters, column: string, id: string, { side, ...place }: Beyond): string {
  return `(${column}, ${id}) ${side} (${parameters.add(place.value)}, ${parameters.add(place.id)}::uuid)`;
}

/** To look a memory up by its key takes as long as to read this many one after the other. */
export const LOOKUP_COST = 10;
/** Memories of a filter may lie so many times deeper in an order than if they were spread over it evenly. */
const UNEVEN = 10;

/**
 * Chooses how a page is read. If many memories match, walking the order until the page is full takes less than looking all
 * of them up and sorting them.
 * @param total how many memories match
 * @param rows of the order, up to the end of the page
 */
export function readForPage(filter: ListFilter, total: number, rows: number): ListFilter {
  const { reach = 0, size = 0 } = filter;
  const walked = (UNEVEN * rows * size) / Math.max(total, 1);
  return reach * LOOKUP_COST > walked ? { ...filter, few: undefined } : filter;
}

/** Rows of those that a lead leads to, to be counted up to a limit. @param limit in SQL */
export function ledRows(parameters: SqlParameters, filter: MemoryFilter, lead: Lead, limit: string): string {
  switch (lead.kind) {
    case 'ids':
      return `SELECT FROM unnest(${parameters.add(filter.ids)}::uuid[]) LIMIT ${limit}`;
    case 'externalIds':
      return `SELECT FROM unnest(${parameters.add(filter.externalIds)}::text[]) LIMIT ${limit}`;
    case 'occurred':
      return `SELECT FROM memories m WHERE ${['m.tenant_id = $1', ...occurred(parameters, filter)].join(' AND ')}
               ORDER BY ${EVENT_TIME('m.')}, m.id LIMIT ${limit}`;
    case 'tags':
    case 'attributes':
      return `SELECT FROM (${holders(lead, parameters.add(lead.labels), `LIMIT ${limit}`)}) AS held LIMIT ${limit}`;
  }
}

/** Exact, from the labels' index alone, without those that have expired. */
export function countOfLabel({ kind }: LabelGroup, label: string): string {
  const { table, column } = LABELS[kind];
  const key =
    kind === 'tags' ? 'memory_id = gone.memory_id' : 'created_at = gone.created_at AND memory_id = gone.memory_id';
  return `(SELECT count(*) FROM ${table} WHERE tenant_id = $1 AND ${column} = ${label})::int
          - (SELECT count(*) FROM memory_expiries AS gone
              CROSS JOIN LATERAL (
                SELECT FROM ${table} WHERE tenant_id = $1 AND ${column} = ${label} AND ${key} OFFSET 0) AS held
              WHERE gone.tenant_id = $1 AND gone.expires_at <= now())::int`;
}

/**
 * One memory by its key. The planner cannot make anything else of it: OFFSET 0 keeps it apart, and the version, which is
 * in no index, keeps it from reading the tenant's part of another index that has all the columns asked for.
 */
export function lookUp(id: string): string {
  return `SELECT * FROM memories WHERE tenant_id = $1 AND id = ${id} AND version > 0 OFFSET 0`;
}

function holders({ kind }: LabelGroup, labels: string, limit = 'OFFSET 0'): string {
  const { table, column } = LABELS[kind];
  return `SELECT entry.memory_id FROM unnest(${labels}::text[]) AS given (label)
           CROSS JOIN LATERAL (
             SELECT memory_id FROM ${table} WHERE tenant_id = $1 AND ${column} = given.label ${limit}) AS entry`;
}

/** What is read from the rows: no index serves what arrays contain under row security, and every row is at hand here. */
function rowConditions(parameters: SqlParameters, filter: ListFilter): string[] {
  const { type, before } = filter;
  return [
    ...(type === undefined ? [] : [`m.type = ${parameters.add(type)}`]),
    ...created(parameters, filter, 'm.'),
    ...(before === undefined ? [] : [`m.id < ${parameters.add(before)}::uuid`]),
    ...occurred(parameters, filter),
    ...carried(parameters, filter),
    ...named(parameters, filter),
  ];
}

function created(parameters: SqlParameters, { createdFrom, createdTo }: ListFilter, row: string): string[] {
  return [
    ...(createdFrom === undefined ? [] : [`${row}created_at >= ${parameters.add(createdFrom)}`]),
    ...(createdTo === undefined ? [] : [`${row}created_at <= ${parameters.add(createdTo)}`]),
  ];
}

function carried(parameters: SqlParameters, { tags = [], tagsMode, attributes = [] }: MemoryFilter): string[] {
  const all = attributes.filter(({ length }) => length === 1).flat();
  const any = attributes.filter(({ length }) => length !== 1);
  return [
    ...(tags.length === 0 ? [] : [`m.tags ${tagsMode === 'any' ? '&&' : '@>'} ${parameters.add(tags)}::text[]`]),
    ...(all.length === 0 ? [] : [`m.attributes @> ${parameters.add(all)}::text[]`]),
    ...any.map((group) => `m.attributes && ${parameters.add(group)}::text[]`),
  ];
}

/** Without what the rows are looked up by already. */
function named(parameters: SqlParameters, { ids, externalIds, few }: ListFilter): string[] {
  return [
    ...(ids === undefined || few?.kind === 'ids' ? [] : [`m.id = ANY (${parameters.add(ids)}::uuid[])`]),
    ...(externalIds === undefined || few?.kind === 'externalIds'
      ? []
      : [`m.external_id = ANY (${parameters.add(externalIds)}::text[])`]),
  ];
}

function occurred(parameters: SqlParameters, { occurredFrom, occurredTo }: MemoryFilter): string[] {
  return [
    ...(occurredFrom === undefined ? [] : [`${EVENT_TIME('m.')} >= ${parameters.add(occurredFrom)}`]),
    ...(occurredTo === undefined ? [] : [`${EVENT_TIME('m.')} <= ${parameters.add(occurredTo)}`]),
  ];
}
