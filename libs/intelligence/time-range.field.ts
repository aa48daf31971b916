import { dateTime, type FieldType } from '@mneme/platform';

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

function orderFaults({ from, to }: TimeRangeInput, path: string): string[] {
  const reversed = from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to);
  return reversed ? [`${path}.from must not be later than ${path}.to`] : [];
}
