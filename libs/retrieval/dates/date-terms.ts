import { dateOf, type Day, type DaySpan, monthSpan, type PartialDate, yearSpan } from './calendar.js';
import type { ReadDate } from './dates-in.js';

/** A term of a date, and how much of the date a memory holds that has it, in (0, 1]. */
export interface DateTerm {
  readonly term: string;
  readonly share: number;
}

/** A day is asked for with its year, and the memory names it without. */
const WITHOUT_YEAR = 0.3;
/** The year is not said: the last one goes before the others. */
const LAST_YEAR = 0.2;
const NEARBY = 0.6;
const two = (value: number): string => String(value).padStart(2, '0');

/** The terms that a memory has of a date that it names or was written on. Analysis never makes such terms of words. */
export function termsOfDate({ year, month, day }: PartialDate): string[] {
  if (month === undefined) return year === undefined ? [] : [yearTerm(year)];
  const anyYear = [`@M${two(month)}`, ...(day === undefined ? [] : [`@D${two(month)}-${two(day)}`])];
  if (year === undefined) return anyYear;
  const exact = [yearTerm(year), monthTerm(year, month)];
  return [...anyYear, ...exact, ...(day === undefined ? [] : [dayTerm({ year, month, day })])];
}

/** The terms that a date is looked for by; those that one memory may have of it add up to 1. */
export function wantedTerms({ spans, anyYear, vague = 0 }: ReadDate): DateTerm[] {
  const shares = new Map<string, number>();
  const add = (term: string, share: number): void => {
    shares.set(term, Math.max(share, shares.get(term) ?? 0));
  };
  for (const { from, to } of spans) {
    const exact = termsOfSpan({ from, to });
    const [any] = anyYear === undefined ? [] : termsOfDate(anyYear).slice(-1);
    if (any !== undefined) {
      add(any, 1 - LAST_YEAR);
      for (const term of exact) add(term, LAST_YEAR);
    } else if (from === to && vague === 0) {
      const { month, day } = dateOf(from);
      for (const term of exact) add(term, 1 - WITHOUT_YEAR);
      add(termsOfDate({ month, day }).at(-1) ?? '', WITHOUT_YEAR);
    } else for (const term of exact) add(term, 1);
    for (let days = 1; days <= vague; days++)
      for (const day of [from - days, from + days]) add(dayTerm(dateOf(day)), NEARBY);
  }
  return [...shares].map(([term, share]) => ({ term, share }));
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

function dayTerm({ year, month, day }: Required<PartialDate>): string {
  return `@d${year}-${two(month)}-${two(day)}`;
}

function monthTerm(year: number, month: number): string {
  return `@m${year}-${two(month)}`;
}

function yearTerm(year: number): string {
  return `@y${year}`;
}
