/** A memory that retrieval proposes for a topic. */
export interface Proposed {
  readonly id: string;
  readonly vector: Float32Array;
  /** In [0, 1]. */
  readonly relevance: number;
}

/** Memories a reconstruction looks at, at most. */
export const MOST_MEMORIES = 600;
/** Of these, what the topic alone brings. */
export const MOST_BY_TOPIC = 80;
/** How much a memory's own relevance counts beside being unlike those already taken. */
const RELEVANCE_SHARE = 0.8;

/**
 * Maximal marginal relevance: the next memory is the one most relevant to the topic and least like those taken, so that
 * twenty notes of the same stand-up do not push a decision out. Ties by id.
 *
 * @returns ids, the first taken first
 */
export function selectCandidates(proposed: readonly Proposed[], limit = MOST_BY_TOPIC): string[] {
  const left = [...proposed].sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
  const strengths = new Map(left.map(({ id, relevance }) => [id, strengthOf(relevance)]));
  const nearest = new Map(left.map(({ id }) => [id, 0]));
  const taken: string[] = [];
  while (left.length > 0 && taken.length < limit) {
    const worth = ({ id }: Proposed) =>
      RELEVANCE_SHARE * (strengths.get(id) ?? 0) - (1 - RELEVANCE_SHARE) * (nearest.get(id) ?? 0);
    const next = left.reduce((best, one) => (worth(one) > worth(best) ? one : best));
    left.splice(left.indexOf(next), 1);
    taken.push(next.id);
    for (const { id, vector } of left) nearest.set(id, Math.max(nearest.get(id) ?? 0, dot(vector, next.vector)));
  }
  return taken;
}

/** Relevances crowd near 0; their logarithms are about as far apart as cosines. */
function strengthOf(relevance: number): number {
  return Math.log(Math.max(relevance, 1e-4)) / Math.log(1e4) + 1;
}

/** Cosine of vectors of length 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  const length = Math.min(a.length, b.length);
  let sum = 0;
  for (let i = 0; i < length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
