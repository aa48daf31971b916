import { dateOf, type Day, dayOf, type DaySpan, monthSpan, type PartialDate, yearSpan } from './calendar.js';
import { relativeAt } from './relative-dates.js';
import { bareMonth, namedAt } from './named-dates.js';
import { numericAt } from './numeric-dates.js';
import { Tokens } from './tokens.js';
import * as words from './vocabulary.js';
import { type WrittenDate, yearAt } from './written-date.js';

/** What a text says about when. */
export interface ReadDate {
  /** UTF-16 offsets into the text, with the words that belong to it ("on Friday, the"). */
  readonly start: number;
  readonly end: number;
  /** Several where it can be read in more than one way. */
  readonly spans: readonly DaySpan[];
  /** It names a day or month without its year: the last one is meant most likely, and it may be any. */
  readonly anyYear?: PartialDate | undefined;
  /** Of a date relative to today: days to either side that may be meant as well. */
  readonly vague?: number | undefined;
}

interface Found extends ReadDate {
  readonly at: number;
  readonly next: number;
  /** As it is written, where it is. */
  readonly partial?: PartialDate;
}

/** No question asks for more; a list of dates has each of its first ones. */
const MAX_DATES = 12;
const FIRST_DAY = yearSpan(1).from;
const LAST_DAY = yearSpan(9_999).to;
const SEASON_MONTHS = 3;
const DECEMBER = 12;
/** How far "before" looks back. */
const YEARS_BEFORE = 50;
/** As much as the head of a line of a log may take. */
const HEAD = 64;

/**
 * The first dates of a query, in order: written out in any usual form, by month names of 18 languages; relative to today in
 * English, German, French, Spanish, Portuguese, Italian and Dutch; and the spans between two of them. A date that the
 * calendar does not have is no date. Takes some 50 µs.
 *
 * @param normal a text in its normal form
 */
export function datesIn(normal: string, today: Day): ReadDate[] {
  const tokens = new Tokens(normal);
  const found: Found[] = [];
  for (let at = 0; at < tokens.length && found.length < MAX_DATES;) {
    const date = dateAt(tokens, at, today, found.at(-1));
    if (date !== undefined) found.push(date);
    at = date?.next ?? at + 1;
  }
  return connected(tokens, found, today).flatMap((date) => {
    const spans = date.spans.flatMap(withinCalendar);
    return spans.length === 0 ? [] : [withPrepositions(tokens, { ...date, spans })];
  });
}

/** Years of four digits: "next year" has no other in 9999. */
function withinCalendar({ from, to }: DaySpan): DaySpan[] {
  const span = { from: Math.max(from, FIRST_DAY), to: Math.min(to, LAST_DAY) };
  return span.from <= span.to ? [span] : [];
}

/** The dates that a memory writes out, for the days, months and years that it is found by. */
export function writtenDatesIn(normal: string): PartialDate[] {
  const tokens = new Tokens(normal);
  const found: PartialDate[] = [];
  for (let at = 0; at < tokens.length;) {
    const date = writtenAt(tokens, at);
    const year = date === undefined ? yearAt(tokens, at) : undefined;
    found.push(...(date?.dates ?? []), ...(date?.first === undefined ? [] : [date.first]));
    if (year !== undefined) found.push({ year });
    at = date?.next ?? at + 1;
  }
  return found;
}

/** The day at the head of a text, where only signs stand before it: of a line of a log. */
export function headDay(normal: string): Day | undefined {
  const tokens = new Tokens(normal.slice(0, HEAD));
  const { year, month, day } = writtenAt(tokens, tokens.firstTelling())?.dates[0] ?? {};
  return year === undefined || month === undefined || day === undefined ? undefined : dayOf({ year, month, day });
}

function writtenAt(tokens: Tokens, at: number): WrittenDate | undefined {
  return (tokens.isNumber(at) ? numericAt(tokens, at) : undefined) ?? namedAt(tokens, at);
}

function dateAt(tokens: Tokens, at: number, today: Day, last: Found | undefined): Found | undefined {
  if (words.everyWords.has(tokens.text(at - 1))) return undefined;
  return (
    relative(tokens, at, today) ??
    season(tokens, at, today) ??
    absolute(tokens, at, today) ??
    bare(tokens, at, today, last)
  );
}

function relative(tokens: Tokens, at: number, today: Day): Found | undefined {
  const found = relativeAt(tokens, at, today);
  if (found === undefined) return undefined;
  const { next, span, vague = 0 } = found;
  return { at, next, start: tokens.start(at), end: tokens.endBefore(next), spans: [span], vague };
}

/** In spring 2025, summer of 2025, im Herbst, winter 2025/26. */
function season(tokens: Tokens, at: number, today: Day): Found | undefined {
  const month = words.seasons.get(tokens.text(at));
  if (month === undefined) return undefined;
  const place = words.prepositions.has(tokens.text(at + 1)) ? at + 2 : at + 1;
  const year = yearAt(tokens, place);
  if (year === undefined && !words.prepositions.has(tokens.text(at - 1))) return undefined;
  const isSplit = tokens.text(place + 1) === '/' && tokens.isNumber(place + 2);
  const next = year === undefined ? at + 1 : isSplit ? place + 3 : place + 1;
  const years = year === undefined ? [lastYearOf(month, today)] : seasonYears(month, year, isSplit);
  const spans = years.map((each) => monthSpan(each, month, SEASON_MONTHS));
  return { at, next, start: tokens.start(at), end: tokens.endBefore(next), spans };
}

/** A winter belongs to two years, and which is meant by one of them is not known. */
function seasonYears(month: number, year: number, isSplit: boolean): number[] {
  return month === DECEMBER && !isSplit ? [year - 1, year] : [year];
}

/** The last year in which a month has begun. */
function lastYearOf(month: number, today: Day): number {
  const { year } = dateOf(today);
  return monthSpan(year, month).from <= today ? year : year - 1;
}

function absolute(tokens: Tokens, at: number, today: Day): Found | undefined {
  const found = writtenAt(tokens, at);
  const last = found?.dates[0];
  if (found === undefined || last === undefined) return undefined;
  const { next, end, first } = found;
  if (first === undefined) {
    const spans = found.dates.map((date) => spanOf(date, today));
    return { ...ofPartial(tokens, at, next, last, today), spans, end };
  }
  const to = spanOf(last, today);
  const from = spanOf({ ...first, year: dateOf(to.from).year }, today);
  return { at, next, start: tokens.start(at), end, spans: [{ from: from.from, to: to.to }] };
}

/** A month or a year alone, where something says that it is one: "in May", "the year 2025", "between May and July". */
function bare(tokens: Tokens, at: number, today: Day, last: Found | undefined): Found | undefined {
  const before = tokens.text(at - 1);
  const continues = last?.next === at - 1 && words.andWords.has(before);
  const isDate = words.inWords.has(before) || continues || tokens.length === 1 || isBounded(tokens, at);
  const month = isDate || beginsStretch(tokens, at) ? bareMonth(tokens, at) : undefined;
  if (month !== undefined) return ofPartial(tokens, at, at + 1, { month }, today);
  const year = isDate || words.units.get(before) === 'year' ? yearAt(tokens, at) : undefined;
  return year === undefined ? undefined : ofPartial(tokens, at, at + 1, { year }, today);
}

/** "Dopo il 2024". */
function isBounded(tokens: Tokens, at: number): boolean {
  const opening = openingOf(tokens, at);
  return words.sinceWords.has(opening) || words.beforeWords.has(opening) || words.afterWords.has(opening);
}

/** "May–July". */
function beginsStretch(tokens: Tokens, at: number): boolean {
  return alwaysTo.has(tokens.text(at + 1)) && bareMonth(tokens, at + 2) !== undefined;
}

function ofPartial(tokens: Tokens, at: number, next: number, partial: PartialDate, today: Day): Found {
  const anyYear = partial.year === undefined ? { anyYear: partial } : {};
  const [start, end] = [tokens.start(at), tokens.endBefore(next)];
  return { at, next, start, end, spans: [spanOf(partial, today)], partial, ...anyYear };
}

/** Without a year the last one that is not to come. */
function spanOf({ year, month, day }: PartialDate, today: Day): DaySpan {
  if (month === undefined) return yearSpan(year ?? dateOf(today).year);
  if (day === undefined) return monthSpan(year ?? lastYearOf(month, today), month);
  if (year !== undefined) return oneDay(dayOf({ year, month, day }) ?? monthSpan(year, month).to);
  const thisYear = dateOf(today).year;
  const days = [0, -1, -2, -3, -4].flatMap((years) => dayOf({ year: thisYear + years, month, day }) ?? []);
  return oneDay(days.find((each) => each <= today) ?? today);
}

function oneDay(day: Day): DaySpan {
  return { from: day, to: day };
}

const alwaysTo = new Set(['-', '–', '—', 'to', 'bis', 'until', 'till', 'through']);

/** "Between May and July 2025", "since March", "before 2024". */
function connected(tokens: Tokens, found: readonly Found[], today: Day): Found[] {
  const result: Found[] = [];
  for (let i = 0; i < found.length; i++) {
    const [date, other] = [found[i], found[i + 1]];
    if (date === undefined) continue;
    const opening = openingOf(tokens, date.at);
    if (other !== undefined && areJoined(tokens, date, other, opening)) {
      result.push(between(date, other, today));
      i++;
    } else result.push(openEnded(date, opening, today));
  }
  return result;
}

function areJoined(tokens: Tokens, date: Found, other: Found, opening: string): boolean {
  const joint = tokens.text(date.next);
  if (other.at !== date.next + 1) return false;
  return alwaysTo.has(joint) || (words.andWords.has(joint) && words.betweenWords.has(opening));
}

/** The word in front of a date, over an article. */
function openingOf(tokens: Tokens, at: number): string {
  const before = tokens.text(at - 1);
  return words.plainArticles.has(before) ? tokens.text(at - 2) : before;
}

/** The first has the year of the second where it names none, or the year before; without any year it is the last that has begun. */
function between(first: Found, second: Found, today: Day): Found {
  const [to] = second.spans;
  const [own] = first.spans;
  if (to === undefined || own === undefined) return first;
  const { at, start } = first;
  const whole = (from: Day, last: Day): Found => ({
    at,
    next: second.next,
    start,
    end: second.end,
    spans: [{ from: Math.min(from, last), to: Math.max(from, last) }],
  });
  const inYear = ({ partial }: Found, year: number): DaySpan => spanOf({ ...partial, year }, today);
  if (first.anyYear === undefined) return whole(own.from, to.to);
  if (second.anyYear === undefined) {
    const { year } = dateOf(to.to);
    return whole((inYear(first, year).from <= to.to ? inYear(first, year) : inYear(first, year - 1)).from, to.to);
  }
  const { year } = dateOf(own.from);
  return whole(own.from, (inYear(second, year).to >= own.from ? inYear(second, year) : inYear(second, year + 1)).to);
}

function openEnded(date: Found, opening: string, today: Day): Found {
  const [span] = date.spans;
  if (span === undefined) return date;
  const { at, next, start, end } = date;
  const whole = (from: Day, to: Day): Found => ({ at, next, start, end, spans: [{ from: Math.min(from, to), to }] });
  if (words.sinceWords.has(opening)) return whole(span.from, Math.max(today, span.to));
  if (words.afterWords.has(opening)) return whole(span.to + 1, Math.max(today, span.to + 1));
  const first = (): Day => yearSpan(dateOf(span.from).year - YEARS_BEFORE).from;
  if (words.untilWords.has(opening)) return whole(first(), span.to);
  return words.beforeWords.has(opening) ? whole(first(), span.from - 1) : date;
}

/** With what belongs to it and stands before it: prepositions, articles and the weekday. */
function withPrepositions(tokens: Tokens, { at, end, spans, anyYear, vague }: Found): ReadDate {
  let first = at;
  while (first > 0 && belongs(tokens, first - 1)) first--;
  return { start: tokens.start(first), end, spans, anyYear, vague };
}

const signs = new Set([',', '.', "'"]);

function belongs(tokens: Tokens, at: number): boolean {
  const text = tokens.text(at);
  if (signs.has(text)) return at > 0 && belongs(tokens, at - 1);
  if (text === '-') return tokens.text(at + 1) === 'feira';
  return text === 'feira' || isShortWeekday(tokens, at) || words.beforeDates.has(text);
}

/** "Mi, 20.05.2026", "lun. 3 mars": abbreviations that mean other things elsewhere. */
function isShortWeekday(tokens: Tokens, at: number): boolean {
  const sign = tokens.text(at + 1);
  return tokens.at(at)?.kind === 'word' && tokens.text(at).length <= 3 && (sign === ',' || sign === '.');
}
