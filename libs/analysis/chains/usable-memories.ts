import { type ChainInput, type ChainMemory, MOST_COUNTED } from './chain-input.js';
import { countedTag, factsOf } from './memory-facts.js';

/** What of an input is looked at. */
export interface Usable {
  /** Its `memories` in their canonical order (event time, content, id); `tenantSize` and `entityCounts` without their copies. */
  readonly input: ChainInput;
  /** Memories that repeat the text of an earlier one, and were left out. */
  readonly copies: number;
}

/** Inside the time range, not after `asOf`, copies of a text once: no name is more common for being stored again. */
export function usableOf(given: ChainInput): Usable {
  const { timeRange, asOf } = given;
  const from = timeRange?.from ?? -Infinity;
  const to = Math.min(timeRange?.to ?? Infinity, asOf);
  const ordered = given.memories
    .filter(({ at }) => at >= from && at <= to)
    .sort((a, b) => a.at - b.at || compare(a.content, b.content) || compare(a.id, b.id));
  const seen = new Set<string>();
  const [memories, copies]: [ChainMemory[], ChainMemory[]] = [[], []];
  for (const memory of ordered) {
    const { text } = factsOf(memory);
    (seen.has(text) ? copies : memories).push(memory);
    seen.add(text);
  }
  return { input: { ...given, memories, ...countsWithout(copies, given) }, copies: copies.length };
}

function countsWithout(
  copies: readonly ChainMemory[],
  { tenantSize, entityCounts }: ChainInput,
): Pick<ChainInput, 'tenantSize' | 'entityCounts'> {
  if (copies.length === 0) return { tenantSize, entityCounts };
  const counts = new Map(entityCounts);
  for (const { tags, entities } of copies.map(factsOf)) {
    for (const thing of [...entities, ...[...tags].map(countedTag)]) {
      const count = counts.get(thing);
      // Of what is counted no further nobody knows how common it is without them.
      if (count !== undefined && count < MOST_COUNTED) counts.set(thing, count - 1);
    }
  }
  return { tenantSize: tenantSize - copies.length, entityCounts: counts };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
