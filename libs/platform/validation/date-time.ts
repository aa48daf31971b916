import type { FieldType } from './field-type.js';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** An ISO 8601 date, or a date and time with its zone. */
export function dateTime(): FieldType {
  return {
    schema: { type: 'string', format: 'date-time' },
    faults: (value, path) =>
      typeof value === 'string' && DATE_TIME.test(value) && !Number.isNaN(Date.parse(value))
        ? []
        : [`${path} must be an ISO 8601 date, or date and time with a zone`],
  };
}

const DAY_MS = 86_400_000;

/** The last moment that a `dateTime` names, in milliseconds since 1970 UTC: of a date alone its last one. */
export function lastMomentOf(text: string): number {
  return text.includes('T') ? Date.parse(text) : Date.parse(text) + DAY_MS - 1;
}
