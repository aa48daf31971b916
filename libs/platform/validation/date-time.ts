import type { FieldType } from './field-type.js';

const DATE_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;
const DAY = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const TIME = '(([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?|24:00(:00(\\.0{1,9})?)?)';
const ZONE = '(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)';
/** What RFC 3339 can write and PostgreSQL reads: a zone may move a time out of the years of four digits. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
const DAY_LENGTH = '2026-03-01'.length;

/**
 * An ISO 8601 date, or a date and time with its zone. 24:00 is the end of its day, as ISO 8601 has it. Published as a
 * pattern: the format `date-time` has no date alone, no time without seconds and no 24:00, and strict clients go by it.
 */
export function dateTime(): FieldType {
  return {
    schema: { type: 'string', pattern: `^${DAY}(T${TIME}${ZONE})?$` },
    faults: (value, path) => {
      const isWritten = typeof value === 'string' && DATE_TIME.test(value);
      if (isWritten && !isDay(value.slice(0, DAY_LENGTH))) return [`${path} must be a day that the calendar has`];
      const at = isWritten ? Date.parse(value) : NaN;
      if (Number.isNaN(at)) return [`${path} must be an ISO 8601 date, or date and time with a zone`];
      return at >= FIRST && at <= LAST ? [] : [`${path} must lie in the years 1 to 9999 (UTC)`];
    },
  };
}

/** Not the 30th of February, which `Date` reads as a day of March. */
function isDay(day: string): boolean {
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

const DAY_MS = 86_400_000;

/** The last moment that a `dateTime` names, in milliseconds since 1970 UTC: of a date alone its last one. */
export function lastMomentOf(text: string): number {
  return text.includes('T') ? Date.parse(text) : Date.parse(text) + DAY_MS - 1;
}

/** Whether `toISOString` can have written it of a moment that the database has: for cursors, which clients hand back. */
export function isStoredMoment(value: unknown): value is string {
  const at = typeof value === 'string' ? Date.parse(value) : NaN;
  return at >= FIRST && at <= LAST && new Date(at).toISOString() === value;
}
