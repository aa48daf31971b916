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
    const { days, agreeing } = judgedDays(item, property.judgements, timeline);
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
      const { days, agreeing } = judgedDays(item, judgements, timeline);
      return shareTail(agreeing, around.of(days, item.memories)) <= p;
    }),
  );
}

/** Whether of the item's days more have the property than lack it, too many more for chance at this p. */
export function leans(item: Item, judgements: Judgements, timeline: Timeline, p: number): boolean {
  const { days, agreeing } = judgedDays(item, judgements, timeline);
  return binomialUpperTail(agreeing, days.length, 0.5) <= p;
}

/** Below this many standard deviations above the expected number no p is small; 1 is given then. */
const MIN_DEVIATIONS = 1.5;

function shareTail(agreeing: number, chances: readonly number[]): number {
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

/** The days on which the item can be judged, and on how many of them most of its memories have the property. */
function judgedDays(item: Item, judgements: Judgements, { dayOf }: Timeline): { days: number[]; agreeing: number } {
  const days: number[] = [];
  let agreeing = 0;
  let vote = 0;
  for (const memory of item.memories) {
    const judgement = judgements[memory] ?? -1;
    if (judgement < 0) continue;
    const day = dayOf[memory] ?? 0;
    if (days.at(-1) !== day) {
      agreeing += Number(vote > 0);
      days.push(day);
      vote = 0;
    }
    vote += judgement === 1 ? 1 : -1;
  }
  return { days, agreeing: agreeing + Number(vote > 0) };
}
