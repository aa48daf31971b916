import { boostsOf, noBoosts } from './boosts.js';
import { surenessOf } from './lexical/query-term.js';
import type { Boosts, Candidates, RetrievalHit, Surroundings } from './retrieval.types.js';
import { type Fusion, scoreOf } from './score.js';
import type { VectorHit } from './vector-index/vector-query.js';

interface Scored {
  readonly hit: VectorHit;
  readonly memoryId: string;
  score: number;
  boosts: Boosts;
}

/** How many of the best scores say what the neighbourhood of a query looks like. */
const POOL = 25;
const SHARPNESS = 8;
const SAME_COSINE = 1e-6;
/** Without a vector: what a text that holds all words of a query has in a language that the model knows. */
const COVERED_COSINE = 0.6;

/**
 * Scores candidates and turns scores into probabilities:
 *
 *     S = cosine + a·coverage^p + boosts
 *     relevance = σ(b0 + b1·ln(1 + S − d) + b2·lz)
 *     lz = ln Σ_{best 25} (1 + S)⁸ / 8    how high the field stands: an answer rises above it; not below the model's floor
 *     d = a·(c^p − (c·s)^p)               what of the highest coverage c is unsure: see `surenessOf`
 *
 * Without a vector of the query, 0.6·coverage stands for the cosine. Copies of a memory are no rivals of it: the field counts them once.
 *
 * @returns hits, highest relevance first, ties by memory id
 */
export function rank(
  { hits, request, model, terms, vector }: Pick<Candidates, 'hits' | 'request' | 'model' | 'terms' | 'vector'>,
  surroundings: readonly Surroundings[] = [],
): RetrievalHit[] {
  const scored: Scored[] = hits.map((hit) => {
    const score = scoreOf(hit, model) + (vector === undefined ? COVERED_COSINE * hit.coverage : 0);
    return { hit, memoryId: hit.memoryId, score, boosts: noBoosts };
  });
  scored.sort(byScore);
  const boosts = boostsOf(scored, request.query, surroundings);
  if (boosts !== undefined) {
    for (const each of scored) each.boosts = boosts(each.memoryId);
    // Only now: the boosts look at all scores as they were.
    for (const each of scored) each.score = each.score + each.boosts.session + each.boosts.speaker;
    scored.sort(byScore);
  }
  const field = Math.max(model.fieldFloor, fieldStrength(distinctScores(scored)));
  const unsure = unsureScore(hits, surenessOf(terms), model);
  const [b0, b1, b2] = model.relevance;
  return scored.map(({ hit, score, boosts: added }) => {
    const { memoryId, passage, start, end, cosine, coverage } = hit;
    const relevance = sigmoid(b0 + b1 * logScore(score - unsure) + b2 * field);
    return { memoryId, passage, start, end, cosine, coverage, score, boosts: added, relevance };
  });
}

/** The best scores, of copies one: the same text has the same vector. */
function distinctScores(scored: readonly Scored[]): number[] {
  const kept: Scored[] = [];
  for (const each of scored) {
    if (kept.length === POOL) break;
    if (!kept.some((other) => areCopies(each.hit, other.hit))) kept.push(each);
  }
  return kept.map(({ score }) => score);
}

/** Whether two candidates look like copies of one text. Without a vector every cosine is 0, and none do. */
export function areCopies(a: VectorHit, b: VectorHit): boolean {
  const isSame = a.cosine !== 0 && Math.abs(a.cosine - b.cosine) < SAME_COSINE;
  return isSame && a.end - a.start === b.end - b.start;
}

/** The same for all hits of a query, so that their order stays. */
function unsureScore(hits: readonly VectorHit[], sureness: number, model: Fusion): number {
  const highest = hits.reduce((most, { coverage }) => Math.max(most, coverage), 0);
  const best = { cosine: 0, coverage: highest };
  return scoreOf(best, model) - scoreOf({ ...best, coverage: highest * sureness }, model);
}

function byScore(a: { score: number; memoryId: string }, b: { score: number; memoryId: string }): number {
  return b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1);
}

/** lz of scores in descending order; 0 without any. */
export function fieldStrength(scores: readonly number[]): number {
  const sum = scores.slice(0, POOL).reduce((total, score) => total + Math.exp(SHARPNESS * logScore(score)), 0);
  return sum === 0 ? 0 : Math.log(sum) / SHARPNESS;
}

/** Full coverage adds more to a score than to what it proves, hence the logarithm; scores near −1 prove nothing more. */
export function logScore(score: number): number {
  return Math.log1p(Math.max(-0.5, score));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
