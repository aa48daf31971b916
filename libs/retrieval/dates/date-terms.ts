import { dateOf, type Day, type DaySpan, monthSpan, type PartialDate, yearSpan } from './calendar.js';
import type { ReadDate } from './dates-in.js';

/** A term of a date, and how much of the date a memory holds that has it, in (0, 1]. */
export interface DateTerm {
  readonly term: string;
  readonly share: number;
}

/** A day is asked for with its year, and the memory names it without. */
const NAMED_WITHOUT_YEAR = 0.3;
/** The year is not said: the last one goes before the others. */
const LAST_YEAR = 0.2;
const NEARBY = 0.6;
const two = (value: number): string => String(value).padStart(2, '0');

/** The terms that a memory has of a date that it names or was written on. Analysis never makes such terms of words. */
export function termsOfDate({ year, month, day }: PartialDate): string[] {
  if (month === undefined) return year === undefined ? [] : [yearTerm(year)];
  const anyYear = [anyYearTerm(month), ...(day === undefined ? [] : [anyYearTerm(month, day)])];
  if (year === undefined) return day === undefined ? anyYear : [...anyYear, namedTerm(month, day)];
  const exact = [yearTerm(year), monthTerm(year, month)];
  return [...anyYear, ...exact, ...(day === undefined ? [] : [dayTerm({ year, month, day })])];
}

/** The terms that a date is looked for by; those that one memory may have of one reading of it add up to 1. */
export function wantedTerms({ spans, anyYear, vague }: ReadDate): DateTerm[] {
  const shares = new Map<string, number>();
  for (const { term, share } of spans.flatMap((span) => termsOfReading(span, anyYear, vague))) {
    shares.set(term, Math.max(share, shares.get(term) ?? 0));
  }
  return [...shares].map(([term, share]) => ({ term, share }));
}

function termsOfReading(span: DaySpan, anyYear: PartialDate | undefined, vague: number | undefined): DateTerm[] {
  const exact = (share: number): DateTerm[] => termsOfSpan(span).map((term) => ({ term, share }));
  if (anyYear?.month !== undefined) {
    return [{ term: anyYearTerm(anyYear.month, anyYear.day), share: 1 - LAST_YEAR }, ...exact(LAST_YEAR)];
  }
  if (vague !== undefined) return [...exact(1), ...nearby(span.from, vague)];
  if (span.from !== span.to) return exact(1);
  const { month, day } = dateOf(span.from);
  return [...exact(1), { term: namedTerm(month, day), share: NAMED_WITHOUT_YEAR }];
}

function nearby(day: Day, days: number): DateTerm[] {
  const distances = Array.from({ length: days }, (_, i) => i + 1);
  return distances
    .flatMap((distance) => [day - distance, day + distance])
    .map((near) => ({ term: dayTerm(dateOf(near)), share: NEARBY }));
}

/** Whole years, whole months, and the days that are left at either end. */
function termsOfSpan({ from, to }: DaySpan): string[] {
  const terms: string[] = [];
  for (let day = from; day <= to;) {
    const { term, last } = longestFrom(day, to);
    terms.push(term);
    day = last + 1;
  }
  return terms;
}

/** The year, the month or the day that begins with a day and ends by another one. */
function longestFrom(from: Day, to: Day): { readonly term: string; readonly last: Day } {
  const date = dateOf(from);
  const [year, month] = [yearSpan(date.year), monthSpan(date.year, date.month)];
  if (from === year.from && year.to <= to) return { term: yearTerm(date.year), last: year.to };
  if (from === month.from && month.to <= to) return { term: monthTerm(date.year, date.month), last: month.to };
  return { term: dayTerm(date), last: from };
}

function anyYearTerm(month: number, day?: number): string {
  return day === undefined ? `@M${two(month)}` : `@D${two(month)}-${two(day)}`;
}

/** Only of a text that names it so: what happened on that day of another year has it not. */
function namedTerm(month: number, day: number): string {
  return `@N${two(month)}-${two(day)}`;
}

function dayTerm({ year, month, day }: Required<PartialDate>): string {
  return `@d${year}-${two(month)}-${two(day)}`;
}

function monthTerm(year: number, month: number): string {
  return `@m${year}-${two(month)}`;
}

function yearTerm(year: number): string {
  return `@y${year}`;
}
