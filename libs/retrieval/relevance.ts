import type { ModelConstants } from './models/embedding-model.js';
import type { RetrievalHit } from './retrieval.types.js';
import type { QueryTerm, VectorHit } from './vector-index/vector-query.js';

/** How many of the best scores say what the neighbourhood of a query looks like. */
const pool = 25;
const sharpness = 8;

/**
 * Scores candidates and turns scores into probabilities:
 *
 *     S = cosine + a·coverage
 *     relevance = σ(b0 + b1·S + b2·lz + b3·ti)
 *     lz = ln Σ_{best 25} e^{8S} / 8          how high the field stands: an answer rises above it; not below the model's floor
 *     ti = ln(1 + Σ_{query terms} qtf·idf)    how much the query says
 *
 * @returns all hits, highest relevance first, ties by memory id
 */
export function rank(hits: readonly VectorHit[], terms: readonly QueryTerm[], model: ModelConstants): RetrievalHit[] {
  const scored = hits.map((hit) => ({ ...hit, score: hit.cosine + model.lexicalWeight * hit.coverage }));
  scored.sort((a, b) => b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1));
  const field = Math.max(model.fieldFloor, fieldStrength(scored.map(({ score }) => score)));
  const information = informationOf(terms);
  const [b0, b1, b2, b3] = model.relevance;
  return scored.map((hit) => ({ ...hit, relevance: sigmoid(b0 + b1 * hit.score + b2 * field + b3 * information) }));
}

/** lz of scores in descending order; 0 without any. */
export function fieldStrength(scores: readonly number[]): number {
  const sum = scores.slice(0, pool).reduce((total, score) => total + Math.exp(sharpness * score), 0);
  return sum === 0 ? 0 : Math.log(sum) / sharpness;
}

/** ti of a weighed query. */
export function informationOf(terms: readonly QueryTerm[]): number {
  return Math.log(1 + terms.reduce((sum, { weight }) => sum + weight, 0));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
