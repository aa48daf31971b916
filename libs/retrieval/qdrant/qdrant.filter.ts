import type { TenantId } from '@mneme/platform/ids';
import type { Condition, Filter } from './qdrant.connection.js';
import type { VectorFilter } from '../vector-index/vector-query.js';

export function matches(key: string, value: string | number): Condition {
  return { key, match: { value } };
}

export function matchesAny(key: string, values: readonly string[]): Condition {
  return { key, match: { any: [...values] } };
}

export function atMost(key: string, value: number): Condition {
  return { key, range: { lte: value } };
}

export function atLeast(key: string, value: number): Condition {
  return { key, range: { gte: value } };
}

/** The only way to a filter for points: nothing outside of the tenant passes it. */
export function confine(tenant: TenantId | Graveyard, conditions: readonly Condition[] = []): Filter {
  return { must: [matches('tenant_id', tenant), ...conditions] };
}

/** Where the tombstones of a tenant lie: a tenant id of its own, which no tenant can have because of the slash. */
export type Graveyard = `${string}/removed`;

export function graveyard(tenant: TenantId): Graveyard {
  return `${tenant}/removed`;
}

/**
 * What a memory has to be to be found: not expired, and as the filter wants it.
 * @param mayLack whether points may lack attributes and event time, and pass then
 */
export function filterConditions(filter: VectorFilter, mayLack: boolean): Condition[] {
  const { attributes = [], occurredFrom, occurredTo } = filter;
  const added = attributes.map((group) => matchesAny('attributes', group));
  if (occurredFrom !== undefined || occurredTo !== undefined)
    added.push(within('occurred_at', occurredFrom, occurredTo));
  const lenient = (condition: Condition): Condition => ({ should: [condition, { is_empty: { key: 'occurred_at' } }] });
  return [...kindConditions(filter), ...(mayLack ? added.map(lenient) : added), notExpired()];
}

/** Most points have no such field, and pass. */
function notExpired(): Condition {
  return { must_not: [{ key: 'expires_at', range: { lte: new Date().toISOString() } }] };
}

function kindConditions(filter: VectorFilter): Condition[] {
  const { type, tags = [], createdFrom, createdTo } = filter;
  const conditions: Condition[] = [];
  if (type !== undefined) conditions.push(matches('type', type));
  if (filter.tagsMode === 'any' && tags.length > 0) conditions.push(matchesAny('tags', tags));
  else conditions.push(...tags.map((tag) => matches('tags', tag)));
  if (createdFrom !== undefined || createdTo !== undefined)
    conditions.push(within('created_at', createdFrom, createdTo));
  return conditions;
}

function within(key: string, from: Date | undefined, to: Date | undefined): Condition {
  const first = from === undefined ? {} : { gte: from.toISOString() };
  const last = to === undefined ? {} : { lte: to.toISOString() };
  return { key, range: { ...first, ...last } };
}
