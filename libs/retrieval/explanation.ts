import { codePoints } from '@mneme/platform/validation';
import { dayAt, isoDay } from './dates/calendar.js';
import { wantedTerms } from './dates/date-terms.js';
import { datesIn } from './dates/dates-in.js';
import { termHash } from './lexical/term-hash.js';
import type { QueryWord } from './lexical/query-words.js';
import type { TermPosition } from './lexical/term-positions.js';
import type { Explanation, ExplainedDate, MatchedPlace, RetrievalHit, SearchRequest } from './retrieval.types.js';
import { normalForm } from './text/folding.js';

/**
 * Tells for the terms of a memory which words of the query they stand for, in the query's order. By the terms, for a
 * memory has a hundred and a long query thousands.
 */
export function wordMatcher(words: readonly QueryWord[]): (terms: Iterable<number>) => QueryWord[] {
  const places = new Map(words.map(({ term }, place) => [term, place]));
  return (terms) => {
    const held = new Set([...terms].flatMap((term) => places.get(term) ?? []));
    return [...held].sort((a, b) => a - b).flatMap((place) => words[place] ?? []);
  };
}

/** Those that are shown: no dates, and of "getuserprofile" not "get", "user" and "profile" as well. */
export function matchingWords(words: readonly QueryWord[]): QueryWord[] {
  const held = new Set(words.map(({ term }) => term));
  return words.filter(({ role, of }) => role !== 'date' && (of === undefined || !held.has(of)));
}

/** A date of the query, with the terms that a memory within it has. */
interface AskedDate extends Omit<ExplainedDate, 'matched'> {
  readonly terms: ReadonlySet<number>;
}

/** The dates of a query, as the search has read them. */
export function askedDates({ query, referenceTime }: Pick<SearchRequest, 'query' | 'referenceTime'>): AskedDate[] {
  if (referenceTime === undefined) return [];
  const normal = normalForm(query);
  return datesIn(normal, dayAt(referenceTime)).flatMap((date) => {
    const terms = new Set(wantedTerms(date).map(({ term }) => termHash(term)));
    const text = normal.slice(date.start, date.end);
    return date.spans.map(({ from, to }) => ({ text, from: isoDay(from), to: isoDay(to), terms }));
  });
}

/** What of a found memory is compared with the query. */
export interface Matched {
  /** Of the passage and the memory's labels. */
  readonly terms: readonly number[];
  /** Words of the query among them, as `matchingWords` has them. */
  readonly words: readonly QueryWord[];
  /** UTF-16 offsets into the passage. */
  readonly places: readonly TermPosition[];
  /** Terms of those words that the tags have. */
  readonly tags: readonly number[];
  readonly dates: readonly AskedDate[];
}

/** @param content of the memory, which the offsets of the hit refer to */
export function explanationOf(
  hit: RetrievalHit,
  content: string,
  { terms, words, places, tags, dates }: Matched,
): Explanation {
  const { cosine, coverage, score, boosts, start, end } = hit;
  const whole = start === 0 && end >= content.length;
  const before = whole ? 0 : codePoints(content.slice(0, start));
  const passage = whole ? null : { start: before, end: before + codePoints(content.slice(start, end)) };
  const held = new Set(terms);
  const explained = dates.map(({ terms: wanted, ...date }) => ({
    ...date,
    matched: [...wanted].some((term) => held.has(term)),
  }));
  const corrections = words.flatMap(({ instead, word }) => (instead === undefined ? [] : { from: instead, to: word }));
  const matchedTerms = words.map(({ word }) => word);
  const matches = matchedPlaces(content, start, places, words);
  const rest = { matchedTerms, matches, dates: explained, corrections, boosts, passage };
  const placed = new Set(places.map(({ term }) => term));
  const tagged = words.filter(({ term }) => tags.includes(term) && !placed.has(term)).map(({ word }) => word);
  return { summary: summaryOf({ cosine, tagged, ...rest }), score, cosine, coverage, ...rest };
}

/** In code points of the content. */
function matchedPlaces(
  content: string,
  start: number,
  places: readonly TermPosition[],
  words: readonly QueryWord[],
): MatchedPlace[] {
  const named = new Map(words.map(({ term, word }) => [term, word]));
  let [last, characters] = [0, 0];
  return places.flatMap((place) => {
    const term = named.get(place.term);
    if (term === undefined) return [];
    const [from, to] = [start + place.start, start + place.end];
    characters += codePoints(content.slice(last, from));
    last = from;
    return { term, start: characters, end: characters + codePoints(content.slice(from, to)) };
  });
}

const CLOSE = 0.5;
const NEAR = 0.3;

interface Summarized extends Pick<Explanation, 'cosine' | 'matchedTerms' | 'dates' | 'corrections' | 'boosts'> {
  /** Matched terms that are in the tags and not in the text. */
  readonly tagged: readonly string[];
}

/** What the numbers say, in a sentence. */
function summaryOf({ cosine, matchedTerms, tagged, dates, corrections, boosts }: Summarized): string {
  const quoted = (values: readonly string[]): string => [...new Set(values)].map((value) => `"${value}"`).join(', ');
  const held = matchedTerms.filter((term) => !tagged.includes(term));
  const within = dates.filter(({ matched }) => matched).map(({ text }) => text);
  const parts = [
    `${cosine >= CLOSE ? 'Close' : cosine >= NEAR ? 'Near' : 'Not close'} in meaning`,
    ...(matchedTerms.length === 0 ? ['shares no word with the query'] : []),
    ...(held.length === 0 ? [] : [`holds ${quoted(held)}`]),
    ...(tagged.length === 0 ? [] : [`is tagged ${quoted(tagged)}`]),
    ...(within.length === 0 ? [] : [`is of the date ${quoted(within)}`]),
    ...(dates.length > 0 && within.length === 0 ? ['is of another date'] : []),
    ...corrections.map(({ from, to }) => `no memory holds "${from}", so "${to}" was looked for instead`),
    ...(boosts.session > 0 ? ['stands beside other matches in its session'] : []),
    ...(boosts.speaker > 0 ? ['was said by the speaker that the query names'] : []),
  ];
  return `${parts.join('; ')}.`;
}
