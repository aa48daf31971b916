import type { Candidate, Depth } from './qdrant.candidates.js';
import type { VectorQuery } from './vector-query.js';

/** One of the two ways to be found: how well, and by how many points Qdrant was asked. */
interface Channel {
  readonly score: (candidate: Candidate) => number;
  readonly candidates: readonly Candidate[];
  readonly depth: number;
}

/** The memories that the channels choose: the nearest, and those with the highest coverage, of the same coverage the nearest. */
export function chosenMemories(candidates: readonly Candidate[], query: VectorQuery, depth: Depth): Set<string> {
  const chosen = channels(candidates, query, depth).map((channel) => best(channel, query.candidates));
  return new Set(chosen.flatMap((memories) => [...memories]));
}

/** Whether a channel was full of points before it had brought enough memories, so that more may be waiting behind it. */
export function tooShallow(candidates: readonly Candidate[], query: VectorQuery, depth: Depth): boolean {
  return channels(candidates, query, depth).some(
    (channel) => channel.candidates.length >= channel.depth && best(channel, query.candidates).size < query.candidates,
  );
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
function best({ score, candidates, depth }: Channel, count: number): Set<string> {
  const ranked = candidates.toSorted((a, b) => score(b) - score(a) || (a.memoryId < b.memoryId ? -1 : 1));
  const memories = new Set<string>();
  for (const { memoryId } of ranked.slice(0, depth)) {
    if (memories.size === count) break;
    memories.add(memoryId);
  }
  return memories;
}
