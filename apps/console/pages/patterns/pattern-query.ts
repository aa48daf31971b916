import type { ImplicitPatternsRequest } from '@mneme/client';
import { filterOf, searchFilter } from '../../filters/memory-filter.js';

export const DEFAULT_MINIMUM = 3;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The reader's time zone. */
export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the address asks for. */
export function paramsOf(query: URLSearchParams): Omit<ImplicitPatternsRequest, 'tenantId'> {
  const { metadata } = searchFilter(filterOf(query));
  const asOf = query.get('asOf') ?? '';
  return {
    timezone: query.get('tz') ?? OWN_ZONE,
    minOccurrences: Number(query.get('min') ?? DEFAULT_MINIMUM),
    ...(metadata !== undefined && { metadata }),
    ...(ISO_DAY.test(asOf) && { asOf }),
    ...(query.has('dismissed') && { includeDismissed: true }),
  };
}

/** The address with a parameter, or without it where it has no value. */
export function withParam(query: URLSearchParams, name: string, value: string): URLSearchParams {
  const result = new URLSearchParams(query);
  if (value === '') result.delete(name);
  else result.set(name, value);
  return result;
}
