import type { QueryTerm } from '../lexical/query-term.js';
import type { VectorFilter } from '../vector-index/vector-query.js';

/** Postings read for one search: about 10 ms on the embedded database. */
const POSTINGS = 5_000;

/** pgvector's text form with 7 decimals, which is what a 32-bit float of at most 1 holds; integers print twice as fast as fractions. */
export function vectorText(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => `${Math.round(value * 1e7)}e-7`).join(',')}]`;
}

/** What the database makes of `vectorText`. */
export function sentVector(vector: Float32Array): Float32Array {
  return vector.map((value) => Math.round(value * 1e7) / 1e7);
}

/** From the rarest term on, as many as their POSTINGS may be read; the common rest weighs little and still counts in the coverage. */
export function scannedTerms(terms: readonly QueryTerm[]): number[] {
  const scanned: number[] = [];
  let read = 0;
  for (const { term, frequency } of terms.toSorted((a, b) => a.frequency - b.frequency)) {
    if (read > 0 && read + frequency > POSTINGS) break;
    scanned.push(term);
    read += frequency;
  }
  return scanned;
}

/** $7..$12 of `searchPoints`. */
export function filterParameters(filter: VectorFilter): unknown[] {
  const tags = filter.tags?.length ? [...filter.tags] : null;
  const any = filter.tagsMode === 'any';
  const values = [
    filter.type ?? null,
    any ? null : tags,
    any ? tags : null,
    filter.createdFrom ?? null,
    filter.createdTo ?? null,
  ];
  return [...values, values.some((value) => value !== null)];
}
