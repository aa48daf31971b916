import type { TermFrequencies } from '../vector-index/vector-query.js';
import { analyze } from './analyzer.js';
import { termHash } from './term-hash.js';
import type { QueryTerm } from '../vector-index/vector-query.js';

/** How often each term id stands in the query (qtf); empty for a query of stop words or punctuation. */
export function queryTermCounts(query: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const term of analyze(query)) {
    const id = termHash(term);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** `weight = qtf·idf`, `idf = ln(1 + (N − df + .5)/(df + .5))`. */
export function weighTerms(counts: ReadonlyMap<number, number>, statistics: TermFrequencies): QueryTerm[] {
  return [...counts].map(([term, qtf]) => {
    const frequency = Math.min(statistics.frequencies.get(term) ?? 0, statistics.points);
    const idf = Math.log(1 + (statistics.points - frequency + 0.5) / (frequency + 0.5));
    return { term, frequency, weight: qtf * idf };
  });
}
