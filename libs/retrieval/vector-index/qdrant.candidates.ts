import type { FoundPoint } from './qdrant.connection.js';
import { denseVector, PLACE_FIELDS, type Placed, queryVector, toPlaced } from './qdrant.codec.js';
import { DENSE, TERMS } from './qdrant.layout.js';
import type { OpenSearch } from './qdrant.points.js';
import { totalWeight, type VectorHit, type VectorQuery } from './vector-query.js';

/** A point with both numbers. */
export interface Candidate extends VectorHit, Pick<Placed, 'version' | 'passages'> {}

/** How many points each channel brings: to be found by the int8 copies, and where many have the same coverage. */
export interface Depth {
  readonly dense: number;
  readonly lexical: number;
}

const FEWEST = 64;
/** Points that are looked at to learn which terms exist. */
const HOLDERS = 300;
/** From the full vectors: their int8 copies have only found them. */
const EXACT = { quantization: { ignore: true } };
export const MOST_PASSAGES = 16;

/** Enough where memories have one passage. */
export function usualDepth(candidates: number): Depth {
  return { dense: Math.max(FEWEST, 2 * candidates), lexical: Math.max(FEWEST, 4 * candidates) };
}

/** Enough even where a memory's passages are all in front of the next memory's. */
export function fullDepth(candidates: number): Depth {
  const points = Math.max(FEWEST, MOST_PASSAGES * candidates);
  return { dense: points, lexical: points };
}

/** Both searches, then both numbers of all that they found, in one request. */
export function candidateSearches(query: VectorQuery, depth: Depth): OpenSearch[] {
  const { dense, lexical } = channels(query);
  const near = dense && { ...dense, limit: depth.dense };
  const covering = lexical && { ...lexical, limit: depth.lexical };
  const prefetch = [near, covering].filter((search) => search !== undefined);
  const limit = depth.dense + depth.lexical;
  return shown([dense && { ...dense, params: EXACT, prefetch, limit }, lexical && { ...lexical, prefetch, limit }]);
}

/** Both numbers of a known set of points. */
export function scoreSearches(query: VectorQuery, points: number): OpenSearch[] {
  const { dense, lexical } = channels(query);
  const limit = points;
  return shown([dense && { ...dense, params: EXACT, limit }, lexical && { ...lexical, limit }]);
}

/** The points that hold most of these terms. */
export function holdersSearch(terms: readonly number[]): OpenSearch {
  const query = queryVector(terms.map((term) => ({ term, weight: 1, frequency: 1 })));
  return { query, using: TERMS, limit: HOLDERS };
}

/** What came back of either kind of searches. */
export function toCandidates(found: readonly FoundPoint[][], query: VectorQuery): Candidate[] {
  const [first = [], second = []] = found;
  const [near, covering] = query.vector === undefined ? [undefined, first] : [first, second];
  const covered = new Map(covering.map(({ id, score }) => [id, score]));
  const total = totalWeight(query.terms);
  return first.map((point) => ({
    ...toPlaced(point),
    cosine: near === undefined ? 0 : point.score,
    coverage: total > 0 ? Math.min(1, (covered.get(point.id) ?? 0) / total) : 0,
  }));
}

/** The searches that this query can make; either may be missing. */
function channels({ vector, terms }: VectorQuery): { dense?: OpenSearch; lexical?: OpenSearch } {
  return {
    ...(vector === undefined ? {} : { dense: { query: denseVector(vector), using: DENSE } }),
    ...(terms.length === 0 ? {} : { lexical: { query: queryVector(terms), using: TERMS } }),
  };
}

/** Only the first needs to say what its points are. */
function shown(searches: readonly (OpenSearch | undefined)[]): OpenSearch[] {
  const wanted = searches.filter((search) => search !== undefined);
  return wanted.map((search, i) => ({ ...search, with_payload: i === 0 ? PLACE_FIELDS : false }));
}
