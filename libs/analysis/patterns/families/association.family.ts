import { binomialUpperTail } from '../../statistics/binomial.js';
import { TENTATIVE_P, type Candidate } from '../types/candidate.js';
import { DaySet } from '../calendar/day-set.js';
import { FamilyRun } from './family-run.js';
import type { Item } from '../types/item.js';
import { shared } from '../items/shared-memories.js';
import type { PatternContext } from './pattern-context.js';
import type { Timeline } from '../calendar/timeline.js';

/** Below this, in multiples of what even mixing gives, a pair is not looked at closer: it cannot pass. */
const MIN_LIFT = 1.5;

/**
 * Things that go together. Unit: the days of the rarer item; asked is how many of them hold the other one too, against
 * how likely that one was on just those days (exposure) and around them (season). Both directions must hold.
 */
export function associations(context: PatternContext): FamilyRun {
  const days = context.timeline.days.length;
  // A type says how a memory is filed: what shares days with it is no more than how notes are sorted.
  const items = context.items.filter((item) => item.kind !== 'type');
  const things = items.map((item) => ({
    item,
    set: DaySet.of(item.days, days),
    // What each day of the other item adds to the reach of a pair: −log10 of the item's plain share of the days.
    weight: -Math.log10(item.days.length / days),
  }));
  const { byChance } = context;
  const run = new FamilyRun('association');
  for (const [at, less] of things.entries()) {
    for (const more of things.slice(0, at)) {
      // A tag and an entity of one name are one thing.
      if (more.item.name === less.item.name) continue;
      const [fewer, larger] = [less.item.days.length, more.item.days.length];
      const reach = Math.LOG10E * Math.LN2 + Math.min(fewer * more.weight, larger * less.weight);
      // Both directions must hold: the rarer answer of the two.
      run.count(reach, Math.min(byChance.of(fewer, larger / days), byChance.of(larger, fewer / days)));
      const observed = less.set.sharedWith(more.set);
      if (observed < context.minOccurrences || observed * days < MIN_LIFT * larger * fewer) continue;
      run.add(test(context, more.item, less.item, observed, reach));
    }
  }
  return run;
}

function test(
  { rates, timeline }: PatternContext,
  more: Item,
  less: Item,
  observed: number,
  reach: number,
): Candidate | undefined {
  const forward = rates.onDays(more, less.days);
  const backward = rates.onDays(less, more.days);
  if (observed <= forward * less.days.length || observed <= backward * more.days.length) return undefined;
  const p = Math.max(
    binomialUpperTail(observed, less.days.length, forward),
    binomialUpperTail(observed, more.days.length, backward),
  );
  if (p > TENTATIVE_P) return undefined;
  return {
    ...description(timeline, more, less),
    p,
    reach,
    observed,
    of: less.days.length,
    expected: forward * less.days.length,
  };
}

type Description = Omit<Candidate, 'p' | 'reach' | 'observed' | 'of' | 'expected'>;

function description({ dayOf }: Timeline, more: Item, less: Item): Description {
  const both = new Set(shared(more.days, less.days));
  const onBoth = (memory: number): boolean => both.has(dayOf[memory] ?? 0);
  const together = (): number[] => [...new Set([...less.memories.filter(onBoth), ...more.memories.filter(onBoth)])];
  const daysInOneMemory = new Set(shared(more.memories, less.memories).map((memory) => dayOf[memory] ?? 0)).size;
  return {
    family: 'association',
    items: [less, more],
    test: 'binomial',
    params: { together: daysInOneMemory * 2 >= both.size ? 'memory' : 'day' },
    daysInOneMemory,
    evidence: () => together().sort((a, b) => a - b),
    counterExamples: () => less.memories.filter((memory) => !onBoth(memory)),
  };
}
