import { type ChainInput, type ChainMemory, MAX_COUNTED } from '../types/chain-input.js';
import { countedTag, factsOf } from './memory-facts.js';

/** What of an input is looked at. */
export interface Usable {
  /** Its `memories` in their canonical order (event time, time of storing, id); `tenantSize` and `entityCounts` without their copies. */
  readonly input: ChainInput;
  /** Memories that repeat the text of an earlier one, and were left out. */
  readonly copies: number;
}

/** Inside the time range, not after `asOf`, copies of a text once: no name is more common for being stored again. */
export function usableOf(given: ChainInput): Usable {
  const { timeRange, asOf } = given;
  const from = timeRange?.from ?? -Infinity;
  const to = Math.min(timeRange?.to ?? Infinity, asOf);
  const ordered = given.memories.filter(({ at }) => at >= from && at <= to).sort(canonically);
  const kept = new Map<string, ChainMemory[]>();
  for (const memory of ordered) {
    const { text } = factsOf(memory);
    const same = kept.get(text);
    if (same === undefined) kept.set(text, [memory]);
    else same.push(memory);
  }
  const copies = [...kept.values()].flatMap((same) => same.slice(1));
  const memories = copies.length === 0 ? ordered : withLinksOfCopies([...kept.values()]);
  return { input: { ...given, memories, ...countsWithout(copies, given) }, copies: copies.length };
}

/** @param groups memories of one text each, the first of which is kept: links from and to the others are its own */
function withLinksOfCopies(groups: readonly (readonly ChainMemory[])[]): ChainMemory[] {
  const keptOf = new Map(groups.flatMap((same) => same.map(({ id }) => [id, same[0]?.id ?? id])));
  return groups.flatMap(([kept, ...copies]) => {
    if (kept === undefined) return [];
    const all = [kept, ...copies].flatMap(({ links }) => links);
    const links = new Map(
      all.map(({ kind, to }) => {
        const end = keptOf.get(to) ?? to;
        return [`${kind} ${end}`, { kind, to: end }];
      }),
    );
    return [{ ...kept, links: [...links.values()].filter(({ to }) => to !== kept.id) }];
  });
}

/**
 * Of one event time what was stored first: a day may be all that is known of both. What was stored at one time (a bulk, an
 * import) has ids in the order in which it was given.
 */
function canonically(a: ChainMemory, b: ChainMemory): number {
  return a.at - b.at || a.storedAt - b.storedAt || compare(a.id, b.id);
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
      // Beyond what is counted, it is unknown how common a thing is without them.
      if (count !== undefined && count < MAX_COUNTED) counts.set(thing, count - 1);
    }
  }
  return { tenantSize: tenantSize - copies.length, entityCounts: counts };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
