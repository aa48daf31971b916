import type { PartialDate } from './calendar.js';
import type { Tokens } from './tokens.js';
import { longMonths, months, ordinalWords, units } from './vocabulary.js';
import { shortYearAt, written, type WrittenDate, yearAt } from './written-date.js';

const QUARTER_MONTHS = 3;
const QUARTERS = 4;
const ordinals = new Set(['st', 'nd', 'rd', 'th', 'er', 'e', 'o', 'a', 'º', 'ª', '°', '.']);
const ofWords = new Set(['of', 'de', 'di', 'do', 'del', 'van', 'd']);
const hyphens = new Set(['-', '–', '—']);
const beforeMonth = new Set([...ofWords, ...hyphens, '/']);
const beforeYear = new Set([...ofWords, ',', '.', '-', '/']);
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

/** The date with the name of its month, or the quarter, that begins with a token. */
export function namedAt(tokens: Tokens, at: number): WrittenDate | undefined {
  return monthFirst(tokens, at) ?? dayFirst(tokens, at) ?? quarter(tokens, at);
}

/** A month by a name that is no abbreviation. */
export function bareMonth(tokens: Tokens, at: number): number | undefined {
  return longMonths.get(tokens.text(at));
}

/** 18 March 2026, 18th of March, 12–14 March, 18-Mar-2026, 18. März */
function dayFirst(tokens: Tokens, at: number): WrittenDate | undefined {
  const day = tokens.small(at) ?? ordinalWords.get(tokens.text(at));
  if (day === undefined) return undefined;
  const next = pastOrdinal(tokens, at + 1);
  const until = lastDay(tokens, next);
  if (until === undefined) return monthAndYear(tokens, next, day);
  const stretch = monthAndYear(tokens, until.next, until.day);
  return stretch && { ...stretch, first: { ...stretch.dates[0], day } };
}

function monthAndYear(tokens: Tokens, at: number, day: number): WrittenDate | undefined {
  let next = beforeMonth.has(tokens.text(at)) ? at + 1 : at;
  if (tokens.text(next) === "'") next++;
  const month = months.get(tokens.text(next));
  if (month === undefined) return undefined;
  const { next: end, ...year } = yearAfter(tokens, next + 1);
  return written(tokens, end, [{ ...year, month, day }]);
}

/** March 18, 2026; March 12 to 14; March 2026 */
function monthFirst(tokens: Tokens, at: number): WrittenDate | undefined {
  const month = months.get(tokens.text(at));
  if (month === undefined) return undefined;
  let next = tokens.text(at + 1) === '.' ? at + 2 : at + 1;
  if (tokens.text(next) === 'the') next++;
  // "March 18:30" is a time, "March 18: lunch" the head of a line.
  const isTime = tokens.text(next + 1) === ':' && tokens.isNumber(next + 2) && tokens.isAttached(next + 2);
  const day = isTime ? undefined : tokens.small(next);
  return day === undefined ? monthOfYear(tokens, at + 1, month) : dayOfMonth(tokens, next + 1, { month, day });
}

function monthOfYear(tokens: Tokens, at: number, month: number): WrittenDate | undefined {
  // "30 February 2026" is no date, and not the month either.
  if (tokens.small(at - 2) !== undefined) return undefined;
  const { next, year } = yearAfter(tokens, at);
  return year === undefined ? undefined : written(tokens, next, [{ year, month }]);
}

function dayOfMonth(tokens: Tokens, at: number, { month, day }: PartialDate): WrittenDate | undefined {
  const end = pastOrdinal(tokens, at);
  const until = lastDay(tokens, end);
  const { next, ...year } = yearAfter(tokens, until?.next ?? end);
  const given = { ...year, ...(month && { month }) };
  const found = written(tokens, next, [{ ...given, ...(day && { day: until?.day ?? day }) }]);
  return found && until ? { ...found, first: { ...given, ...(day && { day }) } } : found;
}

/** Of "12–14". */
function lastDay(tokens: Tokens, at: number): { readonly day: number; readonly next: number } | undefined {
  const day = toWords.has(tokens.text(at)) ? tokens.small(at + 1) : undefined;
  return day === undefined ? undefined : { day, next: pastOrdinal(tokens, at + 2) };
}

/** Q1 2026, T3 2025, second quarter of 2025, 2. Quartal 2025 */
function quarter(tokens: Tokens, at: number): WrittenDate | undefined {
  const { number, next } = quarterAt(tokens, at);
  if (number === undefined || number < 1 || number > QUARTERS) return undefined;
  const { next: end, year } = yearAfter(tokens, next);
  if (year === undefined) return undefined;
  const found = written(tokens, end, [{ year, month: number * QUARTER_MONTHS }]);
  return found && { ...found, first: { year, month: number * QUARTER_MONTHS - 2 } };
}

function quarterAt(tokens: Tokens, at: number): { readonly number?: number | undefined; readonly next: number } {
  if (/^[qt]$/.test(tokens.text(at))) return { number: tokens.small(at + 1), next: at + 2 };
  const unit = pastOrdinal(tokens, at + 1);
  const isQuarter = units.get(tokens.text(unit)) === 'quarter';
  return { number: isQuarter ? (tokens.small(at) ?? ordinalWords.get(tokens.text(at))) : undefined, next: unit + 1 };
}

/** The place itself where no year follows. */
function yearAfter(tokens: Tokens, at: number): { readonly year?: number; readonly next: number } {
  let next = at;
  while (beforeYear.has(tokens.text(next))) next++;
  const isShort = tokens.text(next) === "'";
  const year = isShort ? shortYearAt(tokens, next + 1) : yearAt(tokens, next);
  return year === undefined ? { next: at } : { year, next: isShort ? next + 2 : next + 1 };
}

function pastOrdinal(tokens: Tokens, at: number): number {
  return ordinals.has(tokens.text(at)) && tokens.isAttached(at) ? at + 1 : at;
}
