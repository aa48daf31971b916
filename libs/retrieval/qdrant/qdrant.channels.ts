import type { Candidate, Depth } from './qdrant.candidates.js';
import type { VectorQuery } from '../vector-index/vector-query.js';

/** One of the two ways to be found: how well, and by how many points Qdrant was asked. */
interface Channel {
  readonly score: (candidate: Candidate) => number;
  readonly candidates: readonly Candidate[];
  readonly depth: number;
}

/** What both channels make of the points that came. */
export interface Choice {
  /** The nearest, and those with the highest coverage, of the same coverage the nearest. */
  readonly memories: ReadonlySet<string>;
  /** A channel was full of points before it had brought enough memories: more may be waiting behind it. */
  readonly tooShallow: boolean;
}

export function choose(candidates: readonly Candidate[], query: VectorQuery, depth: Depth): Choice {
  const memories = new Set<string>();
  let tooShallow = false;
  for (const channel of channels(candidates, query, depth)) {
    const best = bestOf(channel, query.candidates);
    best.forEach((memoryId) => memories.add(memoryId));
    tooShallow ||= channel.candidates.length >= channel.depth && best.size < query.candidates;
  }
  return { memories, tooShallow };
}

function channels(candidates: readonly Candidate[], { vector }: VectorQuery, depth: Depth): Channel[] {
  const covering = candidates.filter(({ coverage }) => coverage > 0);
  const lexical = {
    // The cosine decides only where coverages are the same in all digits that Qdrant's 32-bit scores have.
    score: ({ coverage, cosine }: Candidate) => coverage + 1e-9 * cosine,
    candidates: covering,
    depth: depth.lexical,
  };
  if (vector === undefined) return [lexical];
  return [{ score: ({ cosine }: Candidate) => cosine, candidates, depth: depth.dense }, lexical];
}

/** Of the points that this channel brought, not of those that the other one added. */
function bestOf({ score, candidates, depth }: Channel, count: number): Set<string> {
  const ranked = candidates.map((candidate) => ({ memoryId: candidate.memoryId, score: score(candidate) }));
  ranked.sort((a, b) => b.score - a.score || (a.memoryId < b.memoryId ? -1 : 1));
  const memories = new Set<string>();
  for (const { memoryId } of ranked.slice(0, depth)) {
    if (memories.size === count) break;
    memories.add(memoryId);
  }
  return memories;
}
