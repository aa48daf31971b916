import { dateOf, type Day, dayOf, type DaySpan, monthSpan, type PartialDate, yearSpan } from './calendar.js';
import { relativeAt } from './relative-dates.js';
import { type Token, tokensOf } from './tokens.js';
import * as words from './vocabulary.js';
import { bareMonth, bareYear, type WrittenDate, writtenAt } from './written-dates.js';

/** What a text says about when. */
export interface ReadDate {
  /** UTF-16 offsets into the text, with the words that belong to it ("on Friday, the"). */
  readonly start: number;
  readonly end: number;
  /** Several where it can be read in more than one way. */
  readonly spans: readonly DaySpan[];
  /** It names a day or month without its year: the last one is meant most likely, and it may be any. */
  readonly anyYear?: PartialDate;
  /** Days to either side that may be meant as well. */
  readonly vague?: number;
}

interface Found extends ReadDate {
  readonly at: number;
  readonly next: number;
  /** As it is written, where it is. */
  readonly partial?: PartialDate;
}

const SEASON_MONTHS = 3;
/** How far "before" looks back. */
const YEARS_BEFORE = 50;

/**
 * The dates of a query in order: written out in any usual form, by month names of 18 languages; relative to today in
 * English, German, French, Spanish, Portuguese, Italian and Dutch; and the spans between two of them. A date that the
 * calendar does not have is no date. Takes some 50 µs.
 *
 * @param normal a text in its normal form
 */
export function datesIn(normal: string, today: Day): ReadDate[] {
  const tokens = tokensOf(normal);
  const found: Found[] = [];
  for (let at = 0; at < tokens.length;) {
    const date = dateAt(tokens, at, today, found.at(-1));
    if (date !== undefined) found.push(date);
    at = date?.next ?? at + 1;
  }
  return connected(tokens, found, today).map((date) => withPrepositions(tokens, date));
}

/** The dates that a memory writes out, for the days, months and years that it is found by. */
export function writtenDatesIn(normal: string): PartialDate[] {
  const tokens = tokensOf(normal);
  const found: PartialDate[] = [];
  for (let at = 0; at < tokens.length;) {
    const date = writtenAt(tokens, at);
    const year = date === undefined ? bareYear(tokens[at]) : undefined;
    found.push(...(date?.dates ?? []), ...(date?.first === undefined ? [] : [date.first]));
    if (year !== undefined) found.push({ year });
    at = date?.next ?? at + 1;
  }
  return found;
}

/** The day at the head of a text, where only signs stand before it: of a line of a log. */
export function headDay(normal: string): Day | undefined {
  const tokens = tokensOf(normal.slice(0, 64));
  const at = tokens.findIndex(({ kind }) => kind !== 'sign');
  const [date] = writtenAt(tokens, at)?.dates ?? [];
  return date?.year === undefined || date.month === undefined || date.day === undefined
    ? undefined
    : dayOf({ year: date.year, month: date.month, day: date.day });
}

function dateAt(tokens: readonly Token[], at: number, today: Day, last: Found | undefined): Found | undefined {
  const token = tokens[at];
  const before = tokens[at - 1]?.text ?? '';
  if (token === undefined || words.everyWords.has(before)) return undefined;
  const relative = relativeAt(tokens, at, today);
  if (relative !== undefined) {
    const end = tokens[relative.next - 1]?.end ?? token.end;
    const vague = relative.vague === undefined ? {} : { vague: relative.vague };
    return { at, next: relative.next, start: token.start, end, spans: [relative.span], ...vague };
  }
  const season = seasonAt(tokens, at, today);
  if (season !== undefined) return season;
  const written = writtenAt(tokens, at);
  if (written !== undefined) return ofWritten(tokens, at, written, today);
  const continues = last !== undefined && last.next === at - 1 && words.andWords.has(before);
  const month = words.inWords.has(before) || continues || tokens.length === 1 ? bareMonth(token) : undefined;
  if (month !== undefined) return ofPartial(tokens, at, at + 1, { month }, today);
  const isYear = words.inWords.has(before) || words.units.get(before) === 'year' || continues || tokens.length === 1;
  const year = isYear ? bareYear(token) : undefined;
  return year === undefined ? undefined : ofPartial(tokens, at, at + 1, { year }, today);
}

/** In spring 2025, summer of 2025, im Herbst, winter 2025/26. */
function seasonAt(tokens: readonly Token[], at: number, today: Day): Found | undefined {
  const token = tokens[at];
  const month = token === undefined ? undefined : words.seasons.get(token.text);
  if (token === undefined || month === undefined) return undefined;
  const of = words.prepositions.has(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1;
  const year = bareYear(tokens[of]);
  const isNamed = words.prepositions.has(tokens[at - 1]?.text ?? '');
  if (year === undefined && !isNamed) return undefined;
  const isSplit = year !== undefined && tokens[of + 1]?.text === '/' && tokens[of + 2]?.kind === 'number';
  const next = year === undefined ? at + 1 : isSplit ? of + 3 : of + 1;
  // A winter belongs to two years.
  const years = year === undefined ? [lastYearOf(month, today)] : month < 12 || isSplit ? [year] : [year - 1, year];
  const spans = years.map((each) => monthSpan(each, month, SEASON_MONTHS));
  return { at, next, start: token.start, end: tokens[next - 1]?.end ?? token.end, spans };
}

/** The last year in which a month has begun. */
function lastYearOf(month: number, today: Day): number {
  const { year } = dateOf(today);
  return monthSpan(year, month).from <= today ? year : year - 1;
}

function ofWritten(tokens: readonly Token[], at: number, written: WrittenDate, today: Day): Found {
  const [last] = written.dates;
  if (written.first === undefined || last === undefined) {
    const found = ofPartial(tokens, at, written.next, last ?? {}, today);
    const spans = written.dates.map((date) => spanOf(date, today));
    return { ...found, spans, end: written.end };
  }
  const to = spanOf(last, today);
  const from = spanOf({ ...written.first, year: dateOf(to.from).year }, today);
  const { next, end } = written;
  return { at, next, start: tokens[at]?.start ?? 0, end, spans: [{ from: from.from, to: to.to }] };
}

function ofPartial(tokens: readonly Token[], at: number, next: number, partial: PartialDate, today: Day): Found {
  const anyYear = partial.year === undefined ? { anyYear: partial } : {};
  const [start, end] = [tokens[at]?.start ?? 0, tokens[next - 1]?.end ?? 0];
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

/** "Between May and July 2025", "since March", "before 2024". */
function connected(tokens: readonly Token[], found: readonly Found[], today: Day): Found[] {
  const text = (at: number): string => tokens[at]?.text ?? '';
  const result: Found[] = [];
  for (let i = 0; i < found.length; i++) {
    const [date, other] = [found[i], found[i + 1]];
    if (date === undefined) continue;
    const opening = openingOf(tokens, date.at);
    const joins = other !== undefined && other.at === date.next + 1 && words.andWords.has(text(date.next));
    if (joins && (words.betweenWords.has(opening) || /^(?:[-–—]|to|bis|until|till|through)$/.test(text(date.next)))) {
      result.push(between(date, other, today));
      i++;
    } else result.push(openEnded(date, opening, today));
  }
  return result;
}

/** The word in front of a date, over an article. */
function openingOf(tokens: readonly Token[], at: number): string {
  const before = tokens[at - 1]?.text ?? '';
  return words.plainArticles.has(before) ? (tokens[at - 2]?.text ?? '') : before;
}

/** The first has the year of the second where it names none, or the year before. */
function between(first: Found, second: Found, today: Day): Found {
  const [to] = second.spans;
  const [own] = first.spans;
  if (to === undefined || own === undefined) return first;
  const { year } = dateOf(to.to);
  const inYear = (each: number): DaySpan => spanOf({ ...first.partial, year: each }, today);
  const shared = first.anyYear === undefined ? own : inYear(year).from <= to.to ? inYear(year) : inYear(year - 1);
  const { at, start } = first;
  const span = { from: Math.min(shared.from, to.from), to: Math.max(shared.to, to.to) };
  return { at, next: second.next, start, end: second.end, spans: [span] };
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
function withPrepositions(tokens: readonly Token[], { at, end, spans, anyYear, vague }: Found): ReadDate {
  let first = at;
  while (first > 0 && belongs(tokens, first - 1)) first--;
  const start = tokens[first]?.start ?? 0;
  return { start, end, spans, ...(anyYear && { anyYear }), ...(vague !== undefined && { vague }) };
}

function belongs(tokens: readonly Token[], at: number): boolean {
  const text = tokens[at]?.text ?? '';
  if (text === ',' || text === '.' || text === "'") return at > 0 && belongs(tokens, at - 1);
  if (isShortWeekday(tokens, at)) return true;
  if (text === '-' || text === 'feira') return tokens[at + (text === '-' ? 1 : 0)]?.text === 'feira';
  return (
    words.prepositions.has(text) || words.inWords.has(text) || words.weekdays.has(text) || words.betweenWords.has(text)
  );
}

/** "Mi, 20.05.2026", "lun. 3 mars": abbreviations that mean other things elsewhere. */
function isShortWeekday(tokens: readonly Token[], at: number): boolean {
  const [token, sign] = [tokens[at], tokens[at + 1]?.text];
  return token?.kind === 'word' && token.text.length <= 3 && (sign === ',' || sign === '.');
}
