const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
/** From here on a number cannot be the former unit: seconds, milliseconds, microseconds, nanoseconds. */
const UNITS: readonly (readonly [from: number, milliseconds: number])[] = [
  [1e17, 1e-6],
  [1e14, 1e-3],
  [1e11, 1],
  [0, 1_000],
];
const WRITTEN =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?(?::\d{2})?)?$/i;

/**
 * A time as a dump has it: ISO 8601, what Python and PostgreSQL make of it, or a Unix time. Without a zone it is UTC, as in
 * the systems that leave it out.
 * @returns undefined where it is none, or outside the years that the service takes
 */
export function momentOf(value: unknown): string | undefined {
  const at = typeof value === 'number' ? ofNumber(value) : typeof value === 'string' ? ofText(value.trim()) : NaN;
  return at >= FIRST && at <= LAST ? new Date(at).toISOString() : undefined;
}

/** Whether something stands where a time should, and is none. What is empty, or 0, is a time that is missing. */
export function isUnreadable(value: unknown): boolean {
  if (value === undefined || value === null || value === 0) return false;
  return !(typeof value === 'string' && value.trim() === '') && momentOf(value) === undefined;
}

function ofNumber(value: number): number {
  const unit = UNITS.find(([from]) => value >= from);
  // 0 is what a missing time becomes in many a table.
  return unit === undefined || value === 0 ? NaN : Math.round(value * unit[1]);
}

function ofText(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && text.length > 8) return ofNumber(Number(text));
  const [, day, time = '00:00', fraction = '', zone = 'Z'] = WRITTEN.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return NaN;
  const seconds = time.length === 5 ? `${time}:00` : time;
  return Date.parse(`${day}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${zoneOf(zone)}`);
}

/** Not the 30th of February, which `Date` reads as a day of March. */
function isDay(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** `+01`, `+0100` and `+01:00:00` as JavaScript reads them. */
function zoneOf(zone: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?/.exec(zone) ?? [];
  return hours === undefined ? 'Z' : `${hours}:${minutes}`;
}
