import { binomialReach, binomialUpperTail } from '../statistics/binomial.js';
import { TENTATIVE_P, type Candidate, type Family } from './candidate.js';
import type { FamilyRun } from './family-run.js';
import type { Item } from './item.js';
import type { PatternContext } from './pattern-context.js';
import { SharesAround, type Judgements } from './shares-around.js';
import type { Timeline } from './timeline.js';

/** A property that memories may have or not. */
export interface Property {
  readonly family: Family;
  readonly params: Candidate['params'];
  readonly judgements: Judgements;
}

/**
 * Items whose memories have a property more often than others do. Unit: item and day, judged by the majority of its
 * memories; the chance is the larger of the share among all judged memories and the share among those around that day,
 * so that a bad week makes nothing look sad that merely happened in it.
 */
export function testShares(context: PatternContext, property: Property, run: FamilyRun): void {
  const { timeline, items, minOccurrences } = context;
  const around = new SharesAround(timeline, property.judgements);
  for (const item of items) {
    const { days, agreeing } = judgedDays(item, property.judgements, timeline);
    if (days.length < minOccurrences) continue;
    const chance = around.mean(days, item.memories);
    const reach = binomialReach(days.length, chance);
    run.count(reach);
    if (agreeing < minOccurrences || agreeing <= chance * days.length) continue;
    const p = binomialUpperTail(agreeing, days.length, chance);
    if (p <= TENTATIVE_P)
      run.add({
        ...candidate(item, property),
        p,
        reach,
        observed: agreeing,
        of: days.length,
        expected: chance * days.length,
      });
  }
}

type Description = Omit<Candidate, 'p' | 'reach' | 'observed' | 'of' | 'expected'>;

function candidate(item: Item, { family, params, judgements }: Property): Description {
  return {
    family,
    items: [item],
    test: 'binomial',
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
