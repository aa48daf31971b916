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
  const before = [...content.slice(0, start)].length;
  const passage = whole ? null : { start: before, end: before + [...content.slice(start, end)].length };
  return { cosine, coverage, matchedTerms, boosts, passage };
}
