import type { PartialDate } from './calendar.js';
import type { Tokens } from './tokens.js';
import { months, onWords, versionWords } from './vocabulary.js';
import { isReal, shortYearAt, written, type WrittenDate, yearAt } from './written-date.js';

const separators = new Set(['-', '/', '.']);
const cjkYear = /^[年년]/u;
const cjkMonth = /^[月월]/u;
const cjkDay = /^[日일号號]/u;

/** The date that begins with a number of its year, or is written in numbers alone. */
export function numericAt(tokens: Tokens, at: number): WrittenDate | undefined {
  return cjkDate(tokens, at) ?? yearFirst(tokens, at) ?? yearLast(tokens, at) ?? compact(tokens, at);
}

/** 2026-03-18, 2026/03, 2026 March 18, 2026. március 18, 2026-03-18T09:30 */
function yearFirst(tokens: Tokens, at: number): WrittenDate | undefined {
  const year = yearAt(tokens, at);
  if (year === undefined) return undefined;
  const nameAt = tokens.text(at + 1) === '.' ? at + 2 : at + 1;
  const named = months.get(tokens.text(nameAt));
  if (named !== undefined) {
    const day = tokens.small(nameAt + 1);
    return written(tokens, nameAt + (day === undefined ? 1 : 2), [{ year, month: named, ...(day && { day }) }]);
  }
  const separator = tokens.text(at + 1);
  const month = separators.has(separator) ? tokens.small(at + 2) : undefined;
  if (month === undefined) return undefined;
  if (tokens.text(at + 3) !== separator) {
    return separator === '.' ? undefined : written(tokens, at + 3, [{ year, month }]);
  }
  const day = tokens.small(at + 4);
  return day === undefined ? undefined : written(tokens, pastTime(tokens, at + 5), [{ year, month, day }]);
}

/** The time of day of an ISO date belongs to it. */
function pastTime(tokens: Tokens, at: number): number {
  if (tokens.text(at) !== 't') return at;
  let next = at + 1;
  while (tokens.isAttached(next) && /^(?:\d+|[:.+-]|z)$/.test(tokens.text(next))) next++;
  return next;
}

/** 18.03.2026, 3/18/26, on 3/18, 18.3., 3/2026 */
function yearLast(tokens: Tokens, at: number): WrittenDate | undefined {
  const [a, b] = [tokens.small(at), tokens.small(at + 2)];
  const separator = tokens.text(at + 1);
  const year = separator === '/' ? yearAt(tokens, at + 2) : undefined;
  if (a !== undefined && year !== undefined) return written(tokens, at + 3, [{ year, month: a }]);
  if (yearAt(tokens, at + 4) === undefined && isVersion(tokens, at)) return undefined;
  return dayMonthYear(tokens, at, a, b);
}

/** "Version 2.10.11", "2.10.11 version". */
function isVersion(tokens: Tokens, at: number): boolean {
  return (
    versionWords.has(tokens.text(at - 1)) ||
    versionWords.has(tokens.text(at + 4)) ||
    versionWords.has(tokens.text(at + 5))
  );
}

function dayMonthYear(
  tokens: Tokens,
  at: number,
  a: number | undefined,
  b: number | undefined,
): WrittenDate | undefined {
  const separator = tokens.text(at + 1);
  if (a === undefined || b === undefined || !separators.has(separator)) return undefined;
  const dayFirst = { month: b, day: a };
  const monthFirst = { month: a, day: b };
  if (tokens.text(at + 3) !== separator) {
    const isDate = separator === '/' && onWords.has(tokens.text(at - 1));
    return isDate ? written(tokens, at + 3, [monthFirst, dayFirst]) : undefined;
  }
  const year = yearAt(tokens, at + 4) ?? shortYearAt(tokens, at + 4);
  if (year === undefined) {
    const isDate = separator === '.' && !tokens.isNumber(at + 4);
    return isDate ? written(tokens, at + 4, [dayFirst]) : undefined;
  }
  return written(tokens, at + 5, inOrder({ year, ...dayFirst }, { year, ...monthFirst }, separator));
}

/** With points the day stands first, else either. */
function inOrder(dayFirst: PartialDate, monthFirst: PartialDate, separator: string): PartialDate[] {
  const isSame = dayFirst.day === monthFirst.day;
  return isSame || (separator === '.' && isReal(dayFirst)) ? [dayFirst] : [dayFirst, monthFirst];
}

/** 20260318 */
function compact(tokens: Tokens, at: number): WrittenDate | undefined {
  const digits = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(tokens.text(at));
  if (digits === null) return undefined;
  const [year = 0, month = 0, day = 0] = digits.slice(1).map(Number);
  return written(tokens, at + 1, [{ year, month, day }]);
}

/** 2026年3月18日, 3월 18일 */
function cjkDate(tokens: Tokens, at: number): WrittenDate | undefined {
  const year = cjkYear.test(tokens.text(at + 1)) ? yearAt(tokens, at) : undefined;
  const monthAt = year === undefined ? at : at + 2;
  const month = unitAt(tokens, monthAt, cjkMonth);
  const day = month === undefined ? undefined : unitAt(tokens, monthAt + 2, cjkDay);
  if (year === undefined && day === undefined) return undefined;
  const parts = [year, month, day].filter((part) => part !== undefined);
  const next = at + 2 * parts.length;
  const found = written(tokens, next, [{ ...(year && { year }), ...(month && { month }), ...(day && { day }) }]);
  // What follows the last sign in the same token is a word of its own.
  return found && { ...found, end: tokens.start(next - 1) + 1 };
}

function unitAt(tokens: Tokens, at: number, unit: RegExp): number | undefined {
  return unit.test(tokens.text(at + 1)) ? tokens.small(at) : undefined;
}
