import { namedIn } from './lexical/names.js';
import type { Boosts, Surroundings } from './retrieval.types.js';

/** A memory's score before any boost. */
interface Scored {
  readonly memoryId: string;
  readonly score: number;
}

/** Stronger values win on one conversation and lose on another (ADR 8). */
const NEIGHBOUR_WEIGHT = 0.2;
const SPEAKER_BOOST = 0.05;
/** The neighbours count by how far they stand above the 50th score: about what a memory gets that only shares a topic. */
const FLOOR_RANK = 50;

/** Of a memory whose surroundings say nothing. */
export const noBoosts: Boosts = { session: 0, speaker: 0 };

/**
 * What the surroundings of the found memories add to their scores: `0.2·max(0, S − floor)` of the previous and of the
 * next memory in the session, since an answer often stands beside its question; 0.05 where the query names exactly one
 * of the speakers and the memory is theirs. A neighbour that is not among the candidates adds nothing.
 *
 * @param scored all candidates, highest score first
 * @returns undefined where there are no surroundings
 */
export function boostsOf(
  scored: readonly Scored[],
  query: string,
  surroundings: readonly Surroundings[],
): ((memoryId: string) => Boosts) | undefined {
  if (surroundings.length === 0) return undefined;
  const around = new Map(surroundings.map((each) => [each.memoryId, each]));
  const height = heights(scored);
  const named = namedIn(query, new Set(surroundings.flatMap(({ speaker }) => speaker ?? [])));
  const speakers = new Set(named.length === 1 ? named[0] : []);
  return (memoryId) => {
    const each = around.get(memoryId);
    if (each === undefined) return noBoosts;
    return {
      session: NEIGHBOUR_WEIGHT * (height(each.previousId) + height(each.nextId)),
      speaker: each.speaker !== undefined && speakers.has(each.speaker) ? SPEAKER_BOOST : 0,
    };
  };
}

/** How far a memory's score stands above the floor, 0 where it is not among the candidates. */
function heights(scored: readonly Scored[]): (memoryId: string | undefined) => number {
  const floor = scored.slice(0, FLOOR_RANK).at(-1)?.score ?? 0;
  const scores = new Map(scored.map(({ memoryId, score }) => [memoryId, score]));
  return (memoryId) => Math.max(0, (memoryId === undefined ? floor : (scores.get(memoryId) ?? floor)) - floor);
}
