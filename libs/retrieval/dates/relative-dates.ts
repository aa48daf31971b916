import { dateOf, type Day, type DaySpan, MONTHS, monthSpan, WEEK, weekdayOf, yearSpan } from './calendar.js';
import type { Tokens } from './tokens.js';
import * as words from './vocabulary.js';

/** A span that a text gives by its distance from today. */
export interface RelativeSpan {
  /** The token behind it. */
  readonly next: number;
  readonly span: DaySpan;
  /** Days to either side that may be meant as well: "two weeks ago" is seldom meant to the day. */
  readonly vague?: number;
}

const LONGEST_PHRASE = 5;
const MAX_COUNT = 1_000;
const SEASON_MONTHS = 3;
const QUARTER_MONTHS = 3;
const SATURDAY = 5;
const VAGUE_WEEKS = 3;
const VAGUE_MONTHS = 15;

/** The span that begins with a token, or undefined. */
export function relativeAt(tokens: Tokens, at: number, today: Day): RelativeSpan | undefined {
  const head = tokens.text(at);
  const day = words.dayPhraseHeads.has(head) ? dayNamed(tokens, at, today) : undefined;
  if (day !== undefined) return day;
  const isPhrase = words.agoPhraseHeads.has(head) || numberOf(head) !== undefined;
  return (isPhrase ? ago(tokens, at, today) : undefined) ?? adjacent(tokens, at, today);
}

/** Yesterday, vorgestern, avant-hier. */
function dayNamed(tokens: Tokens, at: number, today: Day): RelativeSpan | undefined {
  for (let length = Math.min(LONGEST_PHRASE, tokens.length - at); length > 0; length--) {
    const phrase = tokens.phrase(at, length).join(' ');
    const days = words.dayPhrases.get(phrase);
    if (days === undefined || isOtherWord(tokens, at, phrase)) continue;
    return { next: at + length, span: { from: today + days, to: today + days } };
  }
  return undefined;
}

/** "Hier" is "here" in German, "morgen" and "mañana" the morning behind an article. */
function isOtherWord(tokens: Tokens, at: number, phrase: string): boolean {
  if (phrase === 'hier') return tokens.length > 1 && !tokens.hasAny(words.frenchWords);
  return words.articles.has(tokens.text(at - 1));
}

/** Two weeks ago, vor 3 Tagen, il y a deux mois, in 5 days. */
function ago(tokens: Tokens, at: number, today: Day): RelativeSpan | undefined {
  if (!hasUnit(tokens, at)) return undefined;
  for (let length = Math.min(LONGEST_PHRASE, tokens.length - at); length > 1; length--) {
    const phrase = tokens.phrase(at, length);
    if (phrase.length < 2) return undefined;
    // The last one: "il y a deux semaines" has another.
    const place = phrase.findLastIndex((word) => numberOf(word) !== undefined);
    const found = words.agoPhrases.get(phrase.with(Math.max(0, place), '#').join(' '));
    const count = numberOf(phrase[place] ?? '');
    // "Lots in one day" is no day to come.
    const isDuration = found?.sign === 1 && words.smallNumbers.get(phrase[place] ?? '') === 1;
    if (found !== undefined && count !== undefined && !isDuration) {
      return { next: at + length, ...distant(found.unit, found.sign * count, today) };
    }
  }
  return undefined;
}

/** All such phrases have one: looking for it takes a tenth of the time. */
function hasUnit(tokens: Tokens, at: number): boolean {
  for (let place = at; place < at + LONGEST_PHRASE; place++) if (words.units.has(tokens.text(place))) return true;
  return false;
}

function distant(unit: words.Unit, count: number, today: Day): Omit<RelativeSpan, 'next'> {
  const day = (at: Day): DaySpan => ({ from: at, to: at });
  const { year, month } = dateOf(today);
  if (unit === 'day') return { span: day(today + count) };
  if (unit === 'week') return { span: day(today + WEEK * count), vague: VAGUE_WEEKS };
  if (unit === 'month') return { span: day(monthsFrom(today, count)), vague: VAGUE_MONTHS };
  return { span: unit === 'year' ? yearSpan(year + count) : monthSpan(year, month + count) };
}

/** Last week, la semaine dernière, next Friday, last March, the past three months. */
function adjacent(tokens: Tokens, at: number, today: Day): RelativeSpan | undefined {
  const before = words.adjectives.get(tokens.text(at));
  if (before !== undefined)
    return counted(tokens, at + 1, before, at + 3, today) ?? single(tokens, at + 1, before, today);
  const behind = pastFeira(tokens, at + 1);
  const after = words.adjectives.get(tokens.text(behind));
  const span = after === undefined ? undefined : named(tokens.text(at), after, today);
  if (span !== undefined) return { next: behind + 1, span };
  const direction = words.adjectives.get(tokens.text(at + 2));
  return direction === undefined ? undefined : counted(tokens, at, direction, at + 3, today);
}

/** "Three months" at a place. */
function counted(tokens: Tokens, at: number, direction: number, next: number, today: Day): RelativeSpan | undefined {
  const count = numberOf(tokens.text(at));
  const unit = count === undefined ? undefined : words.units.get(tokens.text(at + 1));
  return count === undefined || unit === undefined
    ? undefined
    : { next, span: stretch(unit, direction * count, today) };
}

function single(tokens: Tokens, at: number, direction: -1 | 0 | 1, today: Day): RelativeSpan | undefined {
  const span = named(tokens.text(at), direction, today);
  // "Last March 18th" names a day.
  const isDay = words.longMonths.has(tokens.text(at)) && tokens.small(at + 1) !== undefined;
  return span === undefined || isDay ? undefined : { next: pastFeira(tokens, at + 1), span };
}

/** So many units up to today, or from today on. */
function stretch(unit: words.Unit, count: number, today: Day): DaySpan {
  const months = { month: 1, quarter: QUARTER_MONTHS, year: MONTHS } as const;
  const other =
    unit === 'month' || unit === 'quarter' || unit === 'year'
      ? monthsFrom(today, months[unit] * count)
      : today + (unit === 'day' ? 1 : WEEK) * count;
  return { from: Math.min(today, other), to: Math.max(today, other) };
}

function named(word: string, direction: -1 | 0 | 1, today: Day): DaySpan | undefined {
  const unit = words.units.get(word);
  if (unit !== undefined) return unitSpan(unit, direction, today);
  const weekday = words.weekdays.get(word);
  if (weekday !== undefined) return weekdaySpan(weekday, direction, today);
  const month = words.longMonths.get(word);
  if (month !== undefined) return nearest(month, 1, direction, today);
  const season = words.seasons.get(word);
  return season === undefined ? undefined : nearest(season, SEASON_MONTHS, direction, today);
}

function unitSpan(unit: words.Unit, direction: number, today: Day): DaySpan {
  const { year, month } = dateOf(today);
  const monday = today - weekdayOf(today) + WEEK * direction;
  const quarter = month - ((month - 1) % QUARTER_MONTHS) + QUARTER_MONTHS * direction;
  const spans: Readonly<Record<words.Unit, () => DaySpan>> = {
    day: () => ({ from: today + direction, to: today + direction }),
    week: () => ({ from: monday, to: monday + WEEK - 1 }),
    weekend: () => ({ from: monday + SATURDAY, to: monday + WEEK - 1 }),
    month: () => monthSpan(year, month + direction),
    quarter: () => monthSpan(year, quarter, QUARTER_MONTHS),
    year: () => yearSpan(year + direction),
  };
  return spans[unit]();
}

/** The last one is before today, the next one after it; this one in the same week. */
function weekdaySpan(weekday: number, direction: number, today: Day): DaySpan {
  const here = today - weekdayOf(today) + weekday;
  const last = here < today ? here : here - WEEK;
  const day = direction < 0 ? last : direction === 0 ? here : last + WEEK === today ? today + WEEK : last + WEEK;
  return { from: day, to: day };
}

/** Of the months or seasons of this name the last that is over, the next that has not begun, or this year's. */
function nearest(month: number, months: number, direction: number, today: Day): DaySpan {
  const { year } = dateOf(today);
  const spans = [-2, -1, 0, 1].map((years) => monthSpan(year + years, month, months));
  if (direction < 0) return spans.findLast(({ to }) => to < today) ?? monthSpan(year - 1, month, months);
  if (direction > 0) return spans.find(({ from }) => from > today) ?? monthSpan(year + 1, month, months);
  return monthSpan(year, month, months);
}

/** The same day of another month, or its last. */
function monthsFrom(today: Day, count: number): Day {
  const { year, month, day } = dateOf(today);
  const { from, to } = monthSpan(year, month + count);
  return Math.min(from + day - 1, to);
}

function numberOf(word: string): number | undefined {
  const count = /^\d/.test(word) ? Number(word) : words.smallNumbers.get(word);
  return count !== undefined && count <= MAX_COUNT ? count : undefined;
}

/** "Sexta-feira" is one word. */
function pastFeira(tokens: Tokens, at: number): number {
  return tokens.text(at) === '-' && tokens.text(at + 1) === 'feira' ? at + 2 : at;
}
