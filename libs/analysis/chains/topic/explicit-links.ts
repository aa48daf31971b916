import type { LinkKind } from '../../features/memory-features.js';
import type { ChainMemory } from '../types/chain-input.js';

/** A metadata link, by the place of the memory that holds it. */
export interface LinkFrom {
  readonly from: number;
  readonly kind: LinkKind;
}

/** Metadata links by the place that they lead to. */
export type LinksTo = ReadonlyMap<number, readonly LinkFrom[]>;

/** @param places of the memories, by their ids */
export function linksToOf(memories: readonly ChainMemory[], places: ReadonlyMap<string, number>): LinksTo {
  const found = new Map<number, LinkFrom[]>();
  memories.forEach(({ links }, from) => {
    for (const { kind, to } of links) {
      const place = places.get(to);
      if (place !== undefined && place !== from) found.set(place, [...(found.get(place) ?? []), { from, kind }]);
    }
  });
  return found;
}

/** Whether metadata of another memory calls this one a decision. */
export function isNamedDecision(links: LinksTo, place: number): boolean {
  return links.get(place)?.some(({ kind }) => kind === 'decisionId' || kind === 'supersedes') ?? false;
}
