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

export function filterConditions(filter: VectorFilter): Condition[] {
  const { type, tags = [], createdFrom, createdTo } = filter;
  const conditions: Condition[] = [];
  if (type !== undefined) conditions.push(matches('type', type));
  if (filter.tagsMode === 'any' && tags.length > 0) conditions.push(matchesAny('tags', tags));
  else conditions.push(...tags.map((tag) => matches('tags', tag)));
  if (createdFrom !== undefined || createdTo !== undefined) {
    const from = createdFrom === undefined ? {} : { gte: createdFrom.toISOString() };
    const to = createdTo === undefined ? {} : { lte: createdTo.toISOString() };
    conditions.push({ key: 'created_at', range: { ...from, ...to } });
  }
  return conditions;
}
