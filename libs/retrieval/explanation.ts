import { codePoints } from '@mneme/platform';
import type { QueryWord } from './lexical/query-terms.js';
import type { Explanation, RetrievalHit } from './retrieval.types.js';

/** @param held terms of the passage and of the memory's labels */
export function explanationOf(
  { cosine, coverage, boosts, start, end }: RetrievalHit,
  content: string,
  words: readonly QueryWord[],
  held: ReadonlySet<number>,
): Explanation {
  const matchedTerms = words.filter(({ term }) => held.has(term)).map(({ word }) => word);
  const whole = start === 0 && end >= content.length;
  const before = whole ? 0 : codePoints(content.slice(0, start));
  const passage = whole ? null : { start: before, end: before + codePoints(content.slice(start, end)) };
  return { cosine, coverage, matchedTerms, boosts, passage };
}
