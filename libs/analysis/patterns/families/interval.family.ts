import { binomialReach, binomialUpperTail } from '../../statistics/binomial.js';
import { TENTATIVE_P, type Candidate } from '../types/candidate.js';
import { FamilyRun } from './family-run.js';
import type { Item } from '../types/item.js';
import type { PatternContext } from './pattern-context.js';
import { MAX_DAYS, nearest, RecurrenceTest, MIN_DAYS, widest } from '../baselines/recurrence-test.js';
import type { Timeline } from '../calendar/timeline.js';

/** Whole days, about a twentieth apart. */
const PERIODS = periods();
const MIN_GAPS = 3;
/** Things of two weekdays have two gaps, each half of the time. */
const STEADY = 0.6;

/**
 * Things that come back after a steady number of days. Unit: the gap between two days of the item. Asked is not
 * whether gaps near P are many, but whether they are many among the gaps between P/2 and 2P. Reported is what most gaps are:
 * things of Tuesdays and Thursdays do not come back every two days.
 */
export function intervals(context: PatternContext): FamilyRun {
  const returns = new RecurrenceTest(context.timeline);
  const run = new FamilyRun('interval');
  for (const item of context.items) run.add(bestPeriod(context, returns, item, run));
  return run;
}

function bestPeriod(
  context: PatternContext,
  returns: RecurrenceTest,
  item: Item,
  run: FamilyRun,
): Candidate | undefined {
  const fewest = context.minOccurrences - 1;
  const gaps = gapSums(item, context.timeline);
  let best: Candidate | undefined;
  for (const period of PERIODS) {
    // How many gaps lie in the wide window says nothing of where in it they lie.
    const wide = between(gaps, widest(period));
    if (wide < Math.max(MIN_GAPS, fewest)) continue;
    const chance = returns.near(period);
    const reach = binomialReach(wide, chance);
    run.count(reach, context.byChance.of(wide, chance));
    const observed = between(gaps, nearest(period));
    if (observed < fewest || observed < STEADY * (item.days.length - 1) || observed <= chance * wide) continue;
    const p = binomialUpperTail(observed, wide, chance);
    if (p > TENTATIVE_P || p >= (best?.p ?? 1)) continue;
    best = {
      ...description(context, item, period),
      p,
      reach,
      observed,
      of: item.days.length - 1,
      expected: chance * wide,
    };
  }
  return best;
}

type Description = Omit<Candidate, 'p' | 'reach' | 'observed' | 'of' | 'expected'>;

function description({ timeline }: PatternContext, item: Item, period: number): Description {
  const [from, to] = nearest(period);
  const inside = item.days.flatMap((_, at) => {
    const gap = at === 0 ? 0 : gapBefore(item, at, timeline);
    return gap >= from && gap <= to ? [{ at, gap }] : [];
  });
  const gaps = inside.map(({ gap }) => gap);
  const days = new Set(inside.flatMap(({ at }) => [item.days[at - 1] ?? 0, item.days[at] ?? 0]));
  const fits = (memory: number): boolean => days.has(timeline.dayOf[memory] ?? 0);
  return {
    family: 'interval',
    items: [item],
    test: 'binomial',
    episodes: days.size,
    params: { intervalDays: median(gaps), fromDays: Math.min(...gaps), toDays: Math.max(...gaps) },
    evidence: () => item.memories.filter(fits),
    counterExamples: () => item.memories.filter((memory) => !fits(memory)),
  };
}

/** How many gaps are shorter than each number of days. */
function gapSums(item: Item, timeline: Timeline): Int32Array {
  const sums = new Int32Array(2 * MAX_DAYS + 2);
  for (let at = 1; at < item.days.length; at += 1) {
    const gap = gapBefore(item, at, timeline);
    if (gap + 1 < sums.length) sums[gap + 1] = (sums[gap + 1] ?? 0) + 1;
  }
  for (let gap = 1; gap < sums.length; gap += 1) sums[gap] = (sums[gap] ?? 0) + (sums[gap - 1] ?? 0);
  return sums;
}

function gapBefore(item: Item, at: number, { days }: Timeline): number {
  return (days[item.days[at] ?? 0] ?? 0) - (days[item.days[at - 1] ?? 0] ?? 0);
}

function between(sums: Int32Array, [from, to]: readonly [number, number]): number {
  return (sums[to + 1] ?? 0) - (sums[from] ?? 0);
}

function periods(): number[] {
  const found: number[] = [];
  for (let period = MIN_DAYS; period <= MAX_DAYS; period += Math.max(1, Math.round(period * 0.05))) found.push(period);
  return found;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
