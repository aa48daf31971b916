import { boostsOf } from './boosts.js';
import type { Candidates, RetrievalHit, Surroundings } from './retrieval.types.js';
import { scoreOf } from './score.js';

/** How many of the best scores say what the neighbourhood of a query looks like. */
const pool = 25;
const sharpness = 8;

/**
 * Scores candidates and turns scores into probabilities:
 *
 *     S = cosine + a·coverage² + boosts
 *     relevance = σ(b0 + b1·ln(1 + S) + b2·lz)
 *     lz = ln Σ_{best 25} (1 + S)⁸ / 8    how high the field stands: an answer rises above it; not below the model's floor
 *
 * @returns all hits, highest relevance first, ties by memory id
 */
export function rank({ hits, request, model }: Candidates, surroundings: readonly Surroundings[] = []): RetrievalHit[] {
  const plain = hits.map((hit) => ({ ...hit, score: scoreOf(hit, model.lexicalWeight) })).sort(byScore);
  const boosts = boostsOf(plain, request.query, surroundings);
  const scored = plain.map((hit) => {
    const added = boosts(hit.memoryId);
    return { ...hit, boosts: added, score: hit.score + added.session + added.speaker };
  });
  scored.sort(byScore);
  const field = Math.max(model.fieldFloor, fieldStrength(scored.map(({ score }) => score)));
  const [b0, b1, b2] = model.relevance;
  return scored.map((hit) => ({ ...hit, relevance: sigmoid(b0 + b1 * logScore(hit.score) + b2 * field) }));
}

function byScore(a: { score: number; memoryId: string }, b: { score: number; memoryId: string }): number {
  return b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1);
}

/** lz of scores in descending order; 0 without any. */
export function fieldStrength(scores: readonly number[]): number {
  const sum = scores.slice(0, pool).reduce((total, score) => total + Math.exp(sharpness * logScore(score)), 0);
  return sum === 0 ? 0 : Math.log(sum) / sharpness;
}

/** Full coverage adds more to a score than to what it proves, hence the logarithm; scores near −1 prove nothing more. */
export function logScore(score: number): number {
  return Math.log1p(Math.max(-0.5, score));
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
