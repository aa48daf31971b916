import { dayOf, MONTHS, type PartialDate } from './calendar.js';
import type { Token } from './tokens.js';
import { longMonths, months, onWords, ordinalWords, units } from './vocabulary.js';

/** A date that a text writes out. */
export interface WrittenDate {
  /** The token behind it. */
  readonly next: number;
  /** UTF-16 offset of its end. */
  readonly end: number;
  /** Several where the order of day and month is not known. */
  readonly dates: readonly PartialDate[];
  /** Where it gives the first and the last day of a stretch, that first day. */
  readonly first?: PartialDate;
}

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;
const CENTURY = 100;
/** Two digits below it are of this century. */
const PIVOT = 70;
const QUARTER_MONTHS = 3;
const ordinals = new Set(['st', 'nd', 'rd', 'th', 'er', 'e', 'o', 'a', 'º', 'ª', '°', '.']);
const ofWords = new Set(['of', 'de', 'di', 'do', 'del', 'van', 'd']);
const hyphens = new Set(['-', '–', '—']);
const toWords = new Set([
  ...hyphens,
  'to',
  'and',
  'bis',
  'und',
  'al',
  'y',
  'au',
  'et',
  'a',
  'e',
  'tot',
  'en',
  'through',
]);
const cjkYear = /^[年년]/u;
const cjkMonth = /^[月월]/u;
const cjkDay = /^[日일号號]/u;

/** The date that begins with a token, or undefined; of a bare year or month name see `bareYear` and `bareMonth`. */
export function writtenAt(tokens: readonly Token[], at: number): WrittenDate | undefined {
  const [token] = tokens.slice(at, at + 1);
  if (token === undefined || token.kind === 'sign') return undefined;
  if (token.kind === 'word') return monthFirst(tokens, at) ?? dayFirst(tokens, at) ?? quarter(tokens, at);
  return (
    cjkDate(tokens, at) ??
    yearFirst(tokens, at) ??
    numericDate(tokens, at) ??
    compactDate(tokens, at) ??
    dayFirst(tokens, at) ??
    quarter(tokens, at)
  );
}

/** A year alone. */
export function bareYear(token: Token | undefined): number | undefined {
  const value = token?.kind === 'number' && token.text.length === 4 ? Number(token.text) : 0;
  return value >= FIRST_YEAR && value <= LAST_YEAR ? value : undefined;
}

/** A month by a name that is no abbreviation. */
export function bareMonth(token: Token | undefined): number | undefined {
  return token === undefined ? undefined : longMonths.get(token.text);
}

function written(tokens: readonly Token[], next: number, dates: readonly PartialDate[]): WrittenDate | undefined {
  const real = dates.filter(isReal);
  const last = tokens[next - 1];
  return real.length === 0 || last === undefined ? undefined : { next, end: last.end, dates: real };
}

/** Without a year any leap year may be meant. */
function isReal({ year = 2024, month = 1, day = 1 }: PartialDate): boolean {
  return month >= 1 && month <= MONTHS && dayOf({ year, month, day }) !== undefined;
}

/** 18 March 2026, 18th of March, 12–14 March, 18-Mar-2026, 18. März */
function dayFirst(tokens: readonly Token[], at: number): WrittenDate | undefined {
  const day = small(tokens[at]) ?? ordinalWords.get(textAt(tokens, at));
  if (day === undefined) return undefined;
  const next = pastOrdinal(tokens, at + 1);
  const toDay = toWords.has(textAt(tokens, next)) ? small(tokens[next + 1]) : undefined;
  if (toDay !== undefined) {
    const stretch = monthAndYear(tokens, pastOrdinal(tokens, next + 2), toDay);
    if (stretch !== undefined) return { ...stretch, first: { ...stretch.dates[0], day } };
  }
  return monthAndYear(tokens, next, day);
}

function monthAndYear(tokens: readonly Token[], at: number, day: number): WrittenDate | undefined {
  let next = at;
  if (ofWords.has(textAt(tokens, next)) || hyphens.has(textAt(tokens, next)) || textAt(tokens, next) === '/') next++;
  if (textAt(tokens, next) === "'") next++;
  const month = months.get(textAt(tokens, next));
  if (month === undefined) return undefined;
  const year = yearAfter(tokens, next + 1);
  return written(tokens, year?.next ?? next + 1, [{ month, day, ...(year && { year: year.year }) }]);
}

/** March 18, 2026; March 12 to 14; March 2026 */
function monthFirst(tokens: readonly Token[], at: number): WrittenDate | undefined {
  const month = months.get(textAt(tokens, at));
  if (month === undefined) return undefined;
  let next = textAt(tokens, at + 1) === '.' ? at + 2 : at + 1;
  if (textAt(tokens, next) === 'the') next++;
  const day = small(tokens[next]);
  if (day === undefined || textAt(tokens, next + 1) === ':') {
    const year = yearAfter(tokens, at + 1);
    return year && written(tokens, year.next, [{ year: year.year, month }]);
  }
  next = pastOrdinal(tokens, next + 1);
  const toDay = toWords.has(textAt(tokens, next)) ? small(tokens[next + 1]) : undefined;
  if (toDay !== undefined) next = pastOrdinal(tokens, next + 2);
  const year = yearAfter(tokens, next);
  const given = { month, ...(year && { year: year.year }) };
  const found = written(tokens, year?.next ?? next, [{ ...given, day: toDay ?? day }]);
  return found && toDay !== undefined ? { ...found, first: { ...given, day } } : found;
}

/** Q1 2026, T3 2025, second quarter of 2025, 2. Quartal 2025 */
function quarter(tokens: readonly Token[], at: number): WrittenDate | undefined {
  const named = /^[qt]$/.test(textAt(tokens, at)) ? at + 2 : pastOrdinal(tokens, at + 1) + 1;
  const number = /^[qt]$/.test(textAt(tokens, at)) ? small(tokens[at + 1]) : quarterBefore(tokens, at, named - 1);
  const year = number === undefined || number < 1 || number > 4 ? undefined : yearAfter(tokens, named);
  if (number === undefined || year === undefined) return undefined;
  const found = written(tokens, year.next, [{ year: year.year, month: number * QUARTER_MONTHS }]);
  return found && { ...found, first: { year: year.year, month: number * QUARTER_MONTHS - 2 } };
}

function quarterBefore(tokens: readonly Token[], at: number, unit: number): number | undefined {
  if (units.get(textAt(tokens, unit)) !== 'quarter') return undefined;
  return small(tokens[at]) ?? ordinalWords.get(textAt(tokens, at));
}

/** 2026-03-18, 2026/03, 2026 March 18, 2026-03-18T09:30 */
function yearFirst(tokens: readonly Token[], at: number): WrittenDate | undefined {
  const year = bareYear(tokens[at]);
  if (year === undefined) return undefined;
  const named = months.get(textAt(tokens, at + 1));
  if (named !== undefined) {
    const day = small(tokens[at + 2]);
    return written(tokens, at + (day === undefined ? 2 : 3), [{ year, month: named, ...(day && { day }) }]);
  }
  const sign = textAt(tokens, at + 1);
  const month = /^[-/.]$/.test(sign) ? small(tokens[at + 2]) : undefined;
  if (month === undefined) return undefined;
  if (textAt(tokens, at + 3) !== sign) return sign === '.' ? undefined : written(tokens, at + 3, [{ year, month }]);
  const day = small(tokens[at + 4]);
  return day === undefined ? undefined : written(tokens, pastTime(tokens, at + 5), [{ year, month, day }]);
}

/** 18.03.2026, 3/18/26: with points the day stands first, else either. */
function numericDate(tokens: readonly Token[], at: number): WrittenDate | undefined {
  const [a, b] = [small(tokens[at]), small(tokens[at + 2])];
  const sign = textAt(tokens, at + 1);
  if (a === undefined || b === undefined || !/^[-/.]$/.test(sign)) return undefined;
  if (textAt(tokens, at + 3) !== sign) {
    const isDate = sign === '/' && onWords.has(textAt(tokens, at - 1));
    return isDate
      ? written(tokens, at + 3, [
          { month: a, day: b },
          { month: b, day: a },
        ])
      : undefined;
  }
  const year = bareYear(tokens[at + 4]) ?? shortYear(tokens[at + 4]);
  const monthsFirst = { month: a, day: b };
  const daysFirst = { month: b, day: a };
  if (year === undefined) {
    const isDate = sign === '.' && (tokens[at + 4]?.kind ?? 'sign') !== 'number';
    return isDate ? written(tokens, at + 4, [daysFirst]) : undefined;
  }
  const orders = sign === '.' && isReal({ year, ...daysFirst }) ? [daysFirst] : [daysFirst, monthsFirst];
  const dates = orders.map((order) => ({ year, ...order }));
  return written(tokens, at + 5, a === b ? dates.slice(0, 1) : dates);
}

/** 20260318 */
function compactDate(tokens: readonly Token[], at: number): WrittenDate | undefined {
  const digits = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(textAt(tokens, at));
  if (digits === null) return undefined;
  const [year = 0, month = 0, day = 0] = digits.slice(1).map(Number);
  return written(tokens, at + 1, [{ year, month, day }]);
}

/** 2026年3月18日, 3월 18일 */
function cjkDate(tokens: readonly Token[], at: number): WrittenDate | undefined {
  const year = cjkYear.test(textAt(tokens, at + 1)) ? bareYear(tokens[at]) : undefined;
  const monthAt = year === undefined ? at : at + 2;
  const month = cjkMonth.test(textAt(tokens, monthAt + 1)) ? small(tokens[monthAt]) : undefined;
  const day = month !== undefined && cjkDay.test(textAt(tokens, monthAt + 3)) ? small(tokens[monthAt + 2]) : undefined;
  if (year === undefined && day === undefined) return undefined;
  const next = (month === undefined ? at : day === undefined ? monthAt : monthAt + 2) + 2;
  const date = { ...(year && { year }), ...(month && { month }), ...(day && { day }) };
  const found = written(tokens, next, [date]);
  // What follows the last sign in the same token is a word of its own.
  return found && { ...found, end: (tokens[next - 1]?.start ?? 0) + 1 };
}

function textAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.text ?? '';
}

/** Of one or two digits. */
function small(token: Token | undefined): number | undefined {
  return token?.kind === 'number' && token.text.length <= 2 ? Number(token.text) : undefined;
}

function shortYear(token: Token | undefined): number | undefined {
  if (token?.kind !== 'number' || token.text.length !== 2) return undefined;
  const value = Number(token.text);
  return value < PIVOT ? FIRST_YEAR + CENTURY + value : FIRST_YEAR + value;
}

function yearAfter(tokens: readonly Token[], at: number): { year: number; next: number } | undefined {
  let next = at;
  while (/^[,.\-/]$/.test(textAt(tokens, next)) || ofWords.has(textAt(tokens, next))) next++;
  if (textAt(tokens, next) === "'") {
    const year = shortYear(tokens[next + 1]);
    return year === undefined ? undefined : { year, next: next + 2 };
  }
  const year = bareYear(tokens[next]);
  return year === undefined ? undefined : { year, next: next + 1 };
}

function pastOrdinal(tokens: readonly Token[], at: number): number {
  return ordinals.has(textAt(tokens, at)) && tokens[at]?.start === tokens[at - 1]?.end ? at + 1 : at;
}

/** The time of day of an ISO date belongs to it. */
function pastTime(tokens: readonly Token[], at: number): number {
  if (textAt(tokens, at) !== 't') return at;
  let next = at + 1;
  while (tokens[next]?.start === tokens[next - 1]?.end && /^(?:\d+|[:.+-]|z)$/.test(textAt(tokens, next))) next++;
  return next;
}
