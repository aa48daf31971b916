import { binomialUpperTail } from '../../statistics/binomial.js';
import { poissonBinomialReach, poissonBinomialUpperTail } from '../../statistics/poisson-binomial.js';
import { TENTATIVE_P, type Candidate, type Family } from '../types/candidate.js';
import type { FamilyRun } from './family-run.js';
import type { Item } from '../types/item.js';
import type { PatternContext } from './pattern-context.js';
import { SharesAround, type Judgements } from '../baselines/shares-around.js';
import type { Timeline } from '../calendar/timeline.js';

/** A property that memories may have or not. */
export interface Property {
  readonly family: Family;
  readonly params: Candidate['params'];
  readonly judgements: Judgements;
  /** Which items are asked about; may not depend on whether their memories have the property. All if not given. */
  readonly isAsked?: (item: Item, judgedDays: number) => boolean;
  /** What else must hold of an item that has passed the test. */
  readonly isLeaning?: (item: Item) => boolean;
}

/**
 * Items whose memories have a property more often than others do. Unit: item and day, judged by the majority of its
 * memories; each day has a chance of its own, the share among all judged memories around it, so that a bad month makes
 * nothing look sad that merely happened in it, and a change of moods hides nothing.
 */
export function testShares(context: PatternContext, property: Property, run: FamilyRun): void {
  const { timeline, items, minOccurrences } = context;
  const around = new SharesAround(timeline, property.judgements);
  for (const item of items) {
    const { days, agreeing } = majorities(item, property.judgements, timeline);
    if (days.length < minOccurrences || property.isAsked?.(item, days.length) === false) continue;
    const chances = around.of(days, item.memories);
    const reach = poissonBinomialReach(chances);
    const expected = chances.reduce((sum, chance) => sum + chance, 0);
    run.count(reach, context.byChance.of(days.length, expected / days.length));
    if (agreeing < minOccurrences) continue;
    const p = shareTail(agreeing, chances);
    if (p <= TENTATIVE_P && property.isLeaning?.(item) !== false)
      run.add({ ...candidate(item, property), p, reach, observed: agreeing, of: days.length, expected });
  }
}

/** Items of whose days more than by chance have the property, at this p. */
export function itemsHaving({ timeline, items }: PatternContext, judgements: Judgements, p: number): ReadonlySet<Item> {
  const around = new SharesAround(timeline, judgements);
  return new Set(
    items.filter((item) => {
      const { days, agreeing } = majorities(item, judgements, timeline);
      return shareTail(agreeing, around.of(days, item.memories)) <= p;
    }),
  );
}

/** Whether of the item's days more have the property than lack it, too many more for chance at this p. */
export function leans(item: Item, judgements: Judgements, timeline: Timeline, p: number): boolean {
  const { days, agreeing } = majorities(item, judgements, timeline);
  return binomialUpperTail(agreeing, days.length, 0.5) <= p;
}

/** Below this many standard deviations above the expected number no p is small; 1 is given then. */
const MIN_DEVIATIONS = 1.5;

export function shareTail(agreeing: number, chances: readonly number[]): number {
  const expected = chances.reduce((sum, chance) => sum + chance, 0);
  const variance = chances.reduce((sum, chance) => sum + chance * (1 - chance), 0);
  if (agreeing - expected <= MIN_DEVIATIONS * Math.sqrt(variance)) return 1;
  return poissonBinomialUpperTail(agreeing, chances);
}

type Description = Omit<Candidate, 'p' | 'reach' | 'observed' | 'of' | 'expected'>;

function candidate(item: Item, { family, params, judgements }: Property): Description {
  return {
    family,
    items: [item],
    test: 'poisson-binomial',
    params,
    evidence: () => item.memories.filter((memory) => judgements[memory] === 1),
    counterExamples: () => item.memories.filter((memory) => judgements[memory] === 0),
  };
}

/** A day on which an item can be judged. */
export interface JudgedDay {
  readonly position: number;
  /** The first of its memories that can be judged, and how many these are. */
  readonly first: number;
  readonly memories: number;
  /** Memories that have the property beyond those that lack it. */
  readonly vote: number;
}

export function judgedDays(
  { memories }: Pick<Item, 'memories'>,
  judgements: Judgements,
  { dayOf }: Timeline,
): JudgedDay[] {
  const days: { position: number; first: number; memories: number; vote: number }[] = [];
  for (const memory of memories) {
    const judgement = judgements[memory] ?? -1;
    if (judgement < 0) continue;
    const position = dayOf[memory] ?? 0;
    let day = days.at(-1);
    if (day?.position !== position) {
      day = { position, first: memory, memories: 0, vote: 0 };
      days.push(day);
    }
    day.memories += 1;
    day.vote += judgement === 1 ? 1 : -1;
  }
  return days;
}

/** The days on which the item can be judged, and on how many of them most of its memories have the property. */
function majorities(item: Item, judgements: Judgements, timeline: Timeline): { days: number[]; agreeing: number } {
  const days = judgedDays(item, judgements, timeline);
  return { days: days.map(({ position }) => position), agreeing: days.filter(({ vote }) => vote > 0).length };
}
