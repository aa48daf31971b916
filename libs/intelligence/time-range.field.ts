import type { TimeRange } from '@mneme/analysis';
import { dateTime, type FieldType, lastMomentOf } from '@mneme/platform';

/** Both ends inclusive; an open end is left out. */
export interface TimeRangeInput {
  readonly from?: string;
  readonly to?: string;
}

const ENDS = ['from', 'to'];

/** `{ from, to }`, each an ISO 8601 date or time; either may be left out, and from may not be later than to. */
export function timeRange(): FieldType {
  const end = dateTime();
  return {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: { from: end.schema, to: end.schema },
    },
    faults: (value, path) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} must be an object`];
      const unknown = Object.keys(value).filter((key) => !ENDS.includes(key));
      if (unknown.length > 0) return [`${path} must have no other fields than from and to`];
      const faults = Object.entries(value).flatMap(([key, each]) => end.faults(each, `${path}.${key}`));
      return faults.length > 0 ? faults : orderFaults(value, path);
    },
  };
}

function orderFaults(range: TimeRangeInput, path: string): string[] {
  const { from = -Infinity, to = Infinity } = timeRangeOf(range);
  return from > to ? [`${path}.from must not be later than ${path}.to`] : [];
}

/** Both ends in milliseconds since 1970 UTC. A date alone is its first moment as the start, its last as the end. */
export function timeRangeOf({ from, to }: TimeRangeInput): TimeRange {
  return {
    ...(from === undefined ? {} : { from: Date.parse(from) }),
    ...(to === undefined ? {} : { to: lastMomentOf(to) }),
  };
}

export function within({ from = -Infinity, to = Infinity }: TimeRange, at: number | undefined): boolean {
  return at !== undefined && at >= from && at <= to;
}
