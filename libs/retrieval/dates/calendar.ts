/** Days since 1 January 1970 in the Gregorian calendar, which is taken to have held always. */
export type Day = number;

/** From the first to the last day, both included. */
export interface DaySpan {
  readonly from: Day;
  readonly to: Day;
}

/** A date of which only some parts may be given: a day, a day of any year, a month, a month of any year, a year. */
export interface PartialDate {
  readonly year?: number;
  /** 1 to 12. */
  readonly month?: number;
  readonly day?: number;
}

export type FullDate = Required<PartialDate>;

const DAY_MS = 86_400_000;
export const MONTHS = 12;
export const WEEK = 7;

/** Undefined for a day that the calendar does not have. */
export function dayOf({ year, month, day }: FullDate): Day | undefined {
  const date = utc(year, month, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / DAY_MS : undefined;
}

export function dateOf(day: Day): FullDate {
  const date = new Date(day * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The day in UTC. */
export function dayAt(moment: Date): Day {
  return Math.floor(moment.getTime() / DAY_MS);
}

/** 0 is Monday. */
export function weekdayOf(day: Day): number {
  return (((day + 3) % WEEK) + WEEK) % WEEK;
}

/** @param month may lie outside of 1 to 12: 0 is December of the year before */
export function monthSpan(year: number, month: number, months = 1): DaySpan {
  return { from: utc(year, month, 1).getTime() / DAY_MS, to: utc(year, month + months, 0).getTime() / DAY_MS };
}

export function yearSpan(year: number): DaySpan {
  return monthSpan(year, 1, MONTHS);
}

/** `2026-03-18`. */
export function isoDay(day: Day): string {
  return new Date(day * DAY_MS).toISOString().replace(/T.*/, '');
}

/** `Date.UTC` takes the years 0 to 99 for those of the 20th century. */
function utc(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}
