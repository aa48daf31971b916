import type { Condition, FoundPoint } from './qdrant.connection.js';
import { denseVector, PLACE_FIELDS, type Placed, queryVector, termsOf, toPlaced } from './qdrant.codec.js';
import { atLeast, atMost } from './qdrant.filter.js';
import { DENSE, TERMS } from './qdrant.layout.js';
import type { OpenSearch } from './qdrant.points.js';
import { totalWeight, type VectorHit, type VectorQuery, WHOLE } from './vector-query.js';

/** A point with both numbers. */
export interface Candidate extends VectorHit, Pick<Placed, 'version' | 'passages'> {}

/** How many points each channel brings: to be found by the int8 copies, and where many have the same coverage. */
export interface Depth {
  readonly dense: number;
  readonly lexical: number;
}

/** One search of a query, without a filter. */
type Channel = Required<Pick<OpenSearch, 'query' | 'using' | 'limit'>>;

const FEWEST = 64;
/** Points that are looked at to learn which terms exist. */
const HOLDERS = 300;
/** From the full vectors: their int8 copies have only found them. */
const EXACT = { quantization: { ignore: true } };
export const MOST_PASSAGES = 16;

/** Enough where memories have one passage. */
export function usualDepth(candidates: number): Depth {
  return { dense: Math.max(FEWEST, Math.ceil(1.25 * candidates)), lexical: Math.max(FEWEST, 3 * candidates) };
}

/** Enough even where a memory's passages are all in front of the next memory's. */
export function fullDepth(candidates: number): Depth {
  const points = Math.max(FEWEST, MOST_PASSAGES * candidates);
  return { dense: points, lexical: points };
}

/**
 * Of the memories of one passage: what both channels find, by exact cosines, and the coverages of the same. Nothing of a
 * point is read but its scores, because its id says all else; reading payloads was the larger half of a search.
 */
export function wholeSearches(query: VectorQuery, where: readonly Condition[], depth: Depth): OpenSearch[] {
  const whole = [...where, atMost('passages', 1)];
  const { dense, lexical } = channels(query, depth);
  const coverages = lexical && { ...lexical, where: whole };
  if (dense === undefined) return present([coverages]);
  const limit = depth.dense + depth.lexical;
  const cosines = { ...dense, params: EXACT, limit, where: whole, prefetch: present([dense, lexical]) };
  return present([cosines, coverages, coverages && { ...coverages, limit: depth.dense, prefetch: [dense] }]);
}

/**
 * Of the memories of several: the passages that both channels find, with their places. Coverages are summed up here,
 * from the points' own terms: asking for them too would run both searches again.
 */
export function passageSearch(query: VectorQuery, where: readonly Condition[], depth: Depth): OpenSearch {
  const { dense, lexical } = channels(query, depth);
  const divided = [...where, atLeast('passages', 2)];
  return { ...scoreSearch(query, divided, depth.dense + depth.lexical), prefetch: present([dense, lexical]) };
}

/** The cosines of a known set of points; without a vector, those of them that hold a term. */
export function scoreSearch(query: VectorQuery, where: readonly Condition[], limit: number): OpenSearch {
  const { dense, lexical } = channels(query, { dense: limit, lexical: limit });
  const search = dense === undefined ? lexical : { ...dense, params: EXACT };
  return { ...search, where, with_payload: [...PLACE_FIELDS, 'terms'] };
}

/** The points that hold most of these terms. */
export function holdersSearch(terms: readonly number[]): OpenSearch {
  const query = queryVector(terms.map((term) => ({ term, weight: 1, frequency: 1 })));
  return { query, where: [], using: TERMS, limit: HOLDERS, with_payload: ['terms'] };
}

/** What came back of `wholeSearches`. */
export function toWholes([found = [], ...others]: readonly FoundPoint[][], query: VectorQuery): Candidate[] {
  const total = totalWeight(query.terms);
  const lexical = query.vector === undefined ? [found] : others;
  const held = new Map(lexical.flat().map(({ id, score }) => [id, score]));
  return found.map(({ id, score }) => {
    const cosine = query.vector === undefined ? 0 : score;
    const place = { memoryId: String(id), version: 0, passages: 1, passage: 0, start: 0, end: WHOLE };
    return { ...place, cosine, coverage: coverageOf(held.get(id) ?? 0, total) };
  });
}

/** What came back of a search for passages. */
export function toPassages(found: readonly FoundPoint[], query: VectorQuery): Candidate[] {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const total = totalWeight(query.terms);
  return found.map((point) => {
    const held = termsOf(point).reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    const cosine = query.vector === undefined ? 0 : point.score;
    return { ...toPlaced(point), cosine, coverage: coverageOf(held, total) };
  });
}

/** To six digits, which Qdrant's 32-bit sums have: the same terms are the same coverage, whoever adds them up. */
function coverageOf(held: number, total: number): number {
  return total > 0 ? Math.min(1, Math.round((1e6 * held) / total) / 1e6) : 0;
}

/** The searches that this query can make; either may be missing. */
function channels({ vector, terms }: VectorQuery, depth: Depth): { dense?: Channel; lexical?: Channel } {
  return {
    ...(vector && { dense: { query: denseVector(vector), using: DENSE, limit: depth.dense } }),
    ...(terms.length > 0 && { lexical: { query: queryVector(terms), using: TERMS, limit: depth.lexical } }),
  };
}

function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined);
}
