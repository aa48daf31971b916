import { binomialUpperTail } from '../statistics/binomial.js';
import { TENTATIVE_P, type Candidate, type Family, type FamilyRun, type PatternSearch } from './candidate.js';
import type { Item } from './item-table.js';
import { SharesAround } from './shares-around.js';
import type { Timeline } from './timeline.js';

/** A property that memories may have or not. */
export interface Property {
  readonly family: Family;
  readonly params: Candidate['params'];
  /** Whether a memory can be judged at all, and if so whether it has the property. */
  readonly judge: (memory: number) => boolean | undefined;
}

/**
 * Items whose memories have a property more often than others do. Unit: item and day, judged by the majority of its
 * memories; the chance is the larger of the share among all judged memories and the share among those around that day,
 * so that a bad week makes nothing look sad that merely happened in it.
 */
export function sharesOf(search: PatternSearch, property: Property): FamilyRun {
  const around = new SharesAround(search.timeline, property.judge);
  let tried = 0;
  const candidates = search.items.flatMap((item) => {
    const days = judgedDays(item, property, search.timeline);
    if (days.length < search.minOccurrences) return [];
    tried += 1;
    const agreeing = days.filter((day) => day.holds);
    const chance = around.mean(
      days.map((day) => day.position),
      item.memories,
    );
    const p = binomialUpperTail(agreeing.length, days.length, chance);
    if (agreeing.length < search.minOccurrences || p > TENTATIVE_P) return [];
    return [candidate(item, property, p, agreeing.length, days.length, chance)];
  });
  return { tried, candidates };
}

function candidate(
  item: Item,
  { family, params, judge }: Property,
  p: number,
  observed: number,
  of: number,
  chance: number,
): Candidate {
  return {
    family,
    items: [item],
    p,
    test: 'binomial',
    params,
    observed,
    of,
    expected: chance * of,
    evidence: item.memories.filter((memory) => judge(memory) === true),
    counterExamples: item.memories.filter((memory) => judge(memory) === false),
  };
}

function judgedDays(item: Item, property: Property, { dayOf }: Timeline): { position: number; holds: boolean }[] {
  const votes = new Map<number, number>();
  for (const memory of item.memories) {
    const holds = property.judge(memory);
    if (holds === undefined) continue;
    const day = dayOf[memory] ?? 0;
    votes.set(day, (votes.get(day) ?? 0) + (holds ? 1 : -1));
  }
  return [...votes].map(([position, vote]) => ({ position, holds: vote > 0 }));
}
