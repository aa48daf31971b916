import { dayOf, MONTHS, type PartialDate } from './calendar.js';
import type { Tokens } from './tokens.js';

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
/** Without a year any leap year may be meant. */
const LEAP_YEAR = 2024;

/** Undefined where the calendar has none of the dates. */
export function written(tokens: Tokens, next: number, dates: readonly PartialDate[]): WrittenDate | undefined {
  const real = dates.filter(isReal);
  return real.length === 0 ? undefined : { next, end: tokens.endBefore(next), dates: real };
}

export function isReal({ year = LEAP_YEAR, month = 1, day = 1 }: PartialDate): boolean {
  return month >= 1 && month <= MONTHS && dayOf({ year, month, day }) !== undefined;
}

/** A year of four digits, 1900 to 2100. */
export function yearAt(tokens: Tokens, at: number): number | undefined {
  const value = tokens.isNumber(at) && tokens.text(at).length === 4 ? Number(tokens.text(at)) : 0;
  return value >= FIRST_YEAR && value <= LAST_YEAR ? value : undefined;
}

/** A year of two digits. */
export function shortYearAt(tokens: Tokens, at: number): number | undefined {
  const value = tokens.text(at).length === 2 ? tokens.small(at) : undefined;
  if (value === undefined) return undefined;
  return value < PIVOT ? FIRST_YEAR + CENTURY + value : FIRST_YEAR + value;
}
