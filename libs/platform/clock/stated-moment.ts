/** A moment that a client states in one of several forms, as they all come down to one. */
export interface StatedMoment {
  /** ISO 8601, with the zone where one was stated. */
  readonly iso: string;
  /** Unix milliseconds; without a zone UTC is meant. */
  readonly at: number;
  /** The day as it was written, in whichever zone: `2026-03-18`. */
  readonly day: string;
}

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
/** The basic form, without hyphens and colons. */
const compact = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(?:(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}(?:\d{2})?)?)?$/;
const hoursAlone = /([T ].*[+-]\d{2})$/;
const internetMessage =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(\d{1,2} [A-Z][a-z]{2} \d{4}) \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT|UTC?|Z)$/;
const zone = /T.*(?:Z|[+-]\d{2}:?\d{2})$/;
const digits = /^\d{9,14}$/;

/** What every database reads back as it was written: a zone may move a time out of the years of four digits. */
const FIRST = Date.parse('0100-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
/** Of March 1973; a smaller number is rather a year or a count. */
const MIN_EPOCH = 1e8;
/** As seconds it would be a year after 5000. */
const MIN_MILLISECONDS = 1e11;

/**
 * ISO 8601 (a date, or a date and a time with or without zone), Unix time in seconds or milliseconds, or the date of an
 * internet message (RFC 2822, `Wed, 18 Mar 2026 09:30:00 +0100`), in the years 100 to 9999. Undefined for all else, days
 * that the calendar does not have included.
 */
export function statedMoment(value: unknown): StatedMoment | undefined {
  if (typeof value === 'number') return ofUnixTime(value);
  if (typeof value !== 'string') return undefined;
  return digits.test(value) ? ofUnixTime(Number(value)) : (ofIso(value) ?? ofInternetMessage(value));
}

function ofIso(value: string): StatedMoment | undefined {
  const written = extended(value);
  const [, day] = iso.exec(written) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  return within(written.replace(' ', 'T').replace(hoursAlone, '$1:00'), day);
}

function extended(value: string): string {
  const [, year = '', month = '', day = '', hour, minute = '', second = '00', zone = ''] = compact.exec(value) ?? [];
  if (year === '') return value;
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`;
}

function ofInternetMessage(value: string): StatedMoment | undefined {
  const [, date] = internetMessage.exec(value) ?? [];
  if (date === undefined) return undefined;
  const stated = new Date(`${date} UTC`);
  const isStated = !Number.isNaN(stated.getTime()) && stated.getUTCDate() === Number.parseInt(date);
  return isStated ? within(new Date(value).toISOString(), stated.toISOString().slice(0, 10)) : undefined;
}

function ofUnixTime(value: number): StatedMoment | undefined {
  if (!(value >= MIN_EPOCH)) return undefined;
  const at = Math.round(value < MIN_MILLISECONDS ? value * 1_000 : value);
  if (at > LAST) return undefined;
  const text = new Date(at).toISOString();
  return { iso: text, at, day: text.slice(0, 10) };
}

function within(text: string, day: string): StatedMoment | undefined {
  const zoned = text.includes('T') && !zone.test(text) ? `${text}Z` : text;
  const at = Date.parse(zoned.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return at >= FIRST && at <= LAST ? { iso: text, at, day } : undefined;
}

/** Not the 30th of February, which `Date` reads as a day of March. */
function isDay(text: string): boolean {
  const at = /^\d{4}-/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
