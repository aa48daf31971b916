import { codePoints } from '@mneme/platform/validation';
import type { QueryWord } from './lexical/query-terms.js';
import type { Explanation, RetrievalHit } from './retrieval.types.js';

/**
 * Tells for the terms of a memory which words of the query they stand for, in the query's order. By the terms, for a
 * memory has a hundred and a long query thousands.
 */
export function wordMatcher(words: readonly QueryWord[]): (terms: Iterable<number>) => string[] {
  const places = new Map(words.map(({ term }, place) => [term, place]));
  return (terms) => {
    const held = new Set([...terms].flatMap((term) => places.get(term) ?? []));
    return [...held].sort((a, b) => a - b).flatMap((place) => words[place]?.word ?? []);
  };
}

/** @param matchedTerms words of the query that the passage or the memory's labels hold */
export function explanationOf(
  { cosine, coverage, boosts, start, end }: RetrievalHit,
  content: string,
  matchedTerms: readonly string[],
): Explanation {
  const whole = start === 0 && end >= content.length;
  const before = whole ? 0 : codePoints(content.slice(0, start));
  const passage = whole ? null : { start: before, end: before + codePoints(content.slice(start, end)) };
  return { cosine, coverage, matchedTerms, boosts, passage };
}
