import { binomialUpperTail } from '../statistics/binomial.js';
import { TENTATIVE_P, type Candidate } from './candidate.js';
import { DaySet } from './day-set.js';
import { FamilyRun } from './family-run.js';
import { countShared, overlap, shared, type Item } from './item-table.js';
import type { PatternContext } from './pattern-context.js';

/** Below this, in multiples of what even mixing gives, a pair is not looked at closer: it cannot pass. */
const LEAST_LIFT = 1.5;

/**
 * Things that go together. Unit: the days of the rarer item; asked is how many of them hold the other one too, against
 * how likely that one was on just those days (exposure) and around them (season). Both directions must hold.
 */
export function associations(context: PatternContext): FamilyRun {
  const { items, timeline, minOccurrences } = context;
  const days = timeline.days.length;
  const sets = items.map((item) => DaySet.of(item.days, days));
  // What each day of the other item adds to the reach of a pair: −log10 of the item's plain share of the days.
  const weights = items.map((item) => -Math.log10(item.days.length / days));
  const run = new FamilyRun();
  for (let j = 1; j < items.length; j += 1) {
    const [less, lessSet, lessWeight] = [items[j] as Item, sets[j] as DaySet, weights[j] ?? 0];
    for (let i = 0; i < j; i += 1) {
      const more = items[i] as Item;
      if (!comparable(more, less)) continue;
      const reach =
        Math.LOG10E * Math.LN2 + Math.min(less.days.length * (weights[i] ?? 0), more.days.length * lessWeight);
      run.count(reach);
      const observed = lessSet.sharedWith(sets[i] as DaySet);
      if (observed < minOccurrences || observed * days < LEAST_LIFT * more.days.length * less.days.length) continue;
      run.add(test(context, more, less, observed, reach));
    }
  }
  return run;
}

/** A type is told apart from the tags it is used with only by chance of the modeller: no pair of types. */
function comparable(a: Item, b: Item): boolean {
  return !(a.kind === b.kind && (a.kind === 'type' || a.kind === 'theme')) && a.name !== b.name;
}

function test(
  { rates, timeline }: PatternContext,
  more: Item,
  less: Item,
  observed: number,
  reach: number,
): Candidate | undefined {
  const forward = rates.meanOver(more, less.days);
  const backward = rates.meanOver(less, more.days);
  if (observed <= forward * less.days.length || observed <= backward * more.days.length) return undefined;
  const p = Math.max(
    binomialUpperTail(observed, less.days.length, forward),
    binomialUpperTail(observed, more.days.length, backward),
  );
  if (p > TENTATIVE_P) return undefined;
  const both = new Set(shared(more.days, less.days));
  const onBoth = (memory: number): boolean => both.has(timeline.dayOf[memory] ?? 0);
  const together = (): number[] => [...new Set([...less.memories.filter(onBoth), ...more.memories.filter(onBoth)])];
  return {
    family: 'association',
    items: [less, more],
    p,
    reach,
    test: 'binomial',
    params: { together: sameMemories(more, less) ? 'memory' : 'day' },
    observed,
    of: less.days.length,
    expected: forward * less.days.length,
    evidence: () => together().sort((a, b) => a - b),
    counterExamples: () => less.memories.filter((memory) => !onBoth(memory)),
  };
}

/** Whether they mostly meet in one memory rather than on one day. */
function sameMemories(a: Item, b: Item): boolean {
  const days = countShared(a.days, b.days);
  return overlap(a.memories, b.memories) * 2 >= days / (a.days.length + b.days.length - days);
}
