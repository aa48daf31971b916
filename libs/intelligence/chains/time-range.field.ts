import type { TimeRange } from '@mneme/analysis';
import { dateTime, type FieldType, lastMomentOf, unknownNames } from '@mneme/platform/validation';

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
      properties: {
        from: { ...end.schema, description: 'First moment', example: '2025-09-01' },
        to: { ...end.schema, description: 'Last moment', example: '2026-09-30T23:59:59Z' },
      },
    },
    faults: (value, path) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} must be an object`];
      const known = ENDS.filter((key) => Object.hasOwn(value, key));
      const faults = [
        ...unknownFaults(value, path),
        ...known.flatMap((key) => end.faults((value as Record<string, unknown>)[key], `${path}.${key}`)),
      ];
      return faults.length > 0 ? faults : orderFaults(value, path);
    },
  };
}

/** White space in a name is shown by its code: a fault is one line, and its first word names the field. */
function unknownFaults(range: object, path: string): string[] {
  const names = unknownNames(range, ENDS).map((key) => key.replace(/\s/g, (space) => `\\u${hex(space)}`));
  return names.map((name) => `${path}.${name} is not a field of this request`);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
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
