import type { FoundPoint } from './qdrant.connection.js';
import { BRIEF, denseVector, type Placed, queryVector, toWeighed } from './qdrant.codec.js';
import { DENSE, TERMS } from './qdrant.layout.js';
import type { OpenSearch } from './qdrant.points.js';
import { coverageOf, totalWeight } from '../lexical/query-term.js';
import { type VectorHit, type VectorQuery } from '../vector-index/vector-query.js';

/** A point with both numbers. */
export interface Candidate extends VectorHit, Pick<Placed, 'version' | 'passages'> {}

/** How many points each channel brings: to be found by the int8 copies, and where many have the same coverage. */
export interface Depth {
  readonly dense: number;
  readonly lexical: number;
}

const MIN = 64;
/** Points that are looked at to learn which terms exist. */
const HOLDERS = 300;
/** From the full vectors: their int8 copies have only found them. */
const EXACT = { quantization: { ignore: true } };
export const MAX_PASSAGES = 16;

/** Enough where memories have one passage. */
export function usualDepth(candidates: number): Depth {
  return { dense: Math.max(MIN, Math.ceil(1.25 * candidates)), lexical: Math.max(MIN, 3 * candidates) };
}

/** Enough even where a memory's passages are all in front of the next memory's. */
export function fullDepth(candidates: number): Depth {
  const points = Math.max(MIN, MAX_PASSAGES * candidates);
  return { dense: points, lexical: points };
}

/**
 * Both searches, then the exact cosines of all that they found, in one query. Coverages are summed up here, from the
 * points' own terms: asking for them too would run both searches again, and halved the throughput.
 */
export function candidateSearch(query: VectorQuery, depth: Depth): OpenSearch {
  const { dense, lexical } = channels(query);
  const near = dense && { ...dense, limit: depth.dense };
  const covering = lexical && { ...lexical, limit: depth.lexical };
  const prefetch = [near, covering].filter((search) => search !== undefined);
  return { ...scoreSearch(query, depth.dense + depth.lexical), prefetch };
}

/** The cosines of a known set of points; without a vector, those of them that hold a term. */
export function scoreSearch(query: VectorQuery, points: number): OpenSearch {
  const { dense, lexical } = channels(query);
  const search = dense === undefined ? { ...lexical } : { ...dense, params: EXACT };
  return { ...search, limit: points, with_payload: [BRIEF] };
}

/** The points that hold most of these terms. */
export function holdersSearch(terms: readonly number[]): OpenSearch {
  const query = queryVector(terms.map((term) => ({ term, weight: 1, frequency: 1 })));
  return { query, using: TERMS, limit: HOLDERS, with_payload: [BRIEF] };
}

/** What came back of either kind of search. */
export function toCandidates(found: readonly FoundPoint[], query: VectorQuery): Candidate[] {
  const weights = new Map(query.terms.map(({ term, weight }) => [term, weight]));
  const total = totalWeight(query.terms);
  return found.map((point) => {
    const { memoryId, version, passage, passages, start, end, weight } = toWeighed(point, weights);
    const cosine = query.vector === undefined ? 0 : point.score;
    const coverage = coverageOf(weight, total);
    return { memoryId, version, passage, passages, start, end, cosine, coverage };
  });
}

/** The searches that this query can make; either may be missing. */
function channels({ vector, terms }: VectorQuery): { dense?: OpenSearch; lexical?: OpenSearch } {
  return {
    ...(vector === undefined ? {} : { dense: { query: denseVector(vector), using: DENSE } }),
    ...(terms.length === 0 ? {} : { lexical: { query: queryVector(terms), using: TERMS } }),
  };
}
