import { kendallRise } from '../../statistics/kendall.js';
import { dayWindows } from '../calendar/day-windows.js';
import type { Timeline } from '../calendar/timeline.js';
import { TENTATIVE_P, type Candidate } from '../types/candidate.js';
import type { Item } from '../types/item.js';
import { FamilyRun } from './family-run.js';
import type { PatternContext } from './pattern-context.js';

/** Weeks with a memory of the thing below which its importance has no course. */
const MIN_WEEKS = 8;
const DAYS_A_WEEK = 7;
/** How far around a day others are compared with, in days, and how many memories of the tenant's mean are added to them. */
const REACH_DAYS = 30;
const PRIOR_MEMORIES = 10;

/** A calendar week in which a thing came up. */
interface Week {
  readonly memories: number[];
  /** How important it was on average. */
  readonly importance: number;
  /** How much more important it was than what else was written around then. */
  readonly lead: number;
}

/**
 * Things that become more, or less, important. Unit: the week, so that a burst counts once. Asked is whether its importance
 * rises (Kendall), by itself and against that of everything else around the same days: a tenant who rates all higher than
 * last year makes nothing rise, and what keeps its importance while all else loses it does not rise either.
 */
export function importanceTrends(context: PatternContext): FamilyRun {
  const run = new FamilyRun('importance_trend');
  const around = new ImportanceAround(context.timeline);
  // A type says how a memory is filed: nobody holds a filing to be more important than it was.
  for (const item of context.items.filter(({ kind }) => kind !== 'type')) {
    const weeks = around.weeksOf(item);
    if (weeks.length < Math.max(MIN_WEEKS, context.minOccurrences) || isConstant(weeks)) continue;
    for (const direction of ['up', 'down'] as const) {
      const sign = direction === 'up' ? 1 : -1;
      const values = weeks.map(({ importance }) => sign * importance);
      const own = kendallRise(values);
      const { p: against, least } = kendallRise(weeks.map(({ lead }) => sign * lead));
      const p = Math.max(own.p, against);
      const reach = -Math.log10(least);
      run.count(reach, TENTATIVE_P);
      if (p > TENTATIVE_P) continue;
      run.add(candidate(context, { item, weeks, values, direction }, p, reach));
    }
  }
  run.untested = `importance_trend: nothing comes up in ${MIN_WEEKS} weeks or more with importances that differ.`;
  return run;
}

interface Course {
  readonly item: Item;
  readonly weeks: readonly Week[];
  /** Of each week; they rise in the direction. */
  readonly values: readonly number[];
  readonly direction: 'up' | 'down';
}

/** Reported is what can be seen: how many weeks of its later half are beyond the middle of all. */
function candidate(
  { timeline, minOccurrences }: PatternContext,
  { item, weeks, values, direction }: Course,
  p: number,
  reach: number,
): Candidate | undefined {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const cut = Math.floor(weeks.length / 2);
  const [beyond, short] = [1, -1].map((sign) =>
    weeks.filter((_, at) => at >= cut && Math.sign((values[at] ?? 0) - middle) === sign),
  );
  const [observed, of] = [beyond?.length ?? 0, (beyond?.length ?? 0) + (short?.length ?? 0)];
  if (2 * observed <= of || observed < minOccurrences) return undefined;
  const memoriesOf = (some: readonly Week[] | undefined) => () => some?.flatMap(({ memories }) => memories) ?? [];
  return {
    family: 'importance_trend',
    items: [item],
    p,
    reach,
    test: 'Mann-Kendall',
    params: { direction, from: meanOf(weeks.slice(0, cut), timeline), to: meanOf(weeks.slice(cut), timeline) },
    observed,
    of,
    expected: of / 2,
    evidence: memoriesOf(beyond),
    counterExamples: memoriesOf(short),
  };
}

/** What importance memories have around single days. */
class ImportanceAround {
  private readonly windows;
  private readonly sums: Float64Array;
  private readonly mean: number;

  constructor(private readonly timeline: Timeline) {
    this.windows = dayWindows(timeline, REACH_DAYS);
    this.sums = new Float64Array(timeline.days.length + 1);
    timeline.observations.forEach(({ importance }, memory) => {
      const day = (timeline.dayOf[memory] ?? 0) + 1;
      this.sums[day] = (this.sums[day] ?? 0) + importance;
    });
    for (let day = 1; day < this.sums.length; day += 1)
      this.sums[day] = (this.sums[day] ?? 0) + (this.sums[day - 1] ?? 0);
    this.mean = timeline.size === 0 ? 0 : (this.sums.at(-1) ?? 0) / timeline.size;
  }

  weeksOf({ memories }: Item): Week[] {
    const { days, dayOf, observations } = this.timeline;
    const own = new OwnSums(memories, this.timeline);
    const byWeek = new Map<number, number[]>();
    for (const memory of memories) {
      const week = Math.floor((days[dayOf[memory] ?? 0] ?? 0) / DAYS_A_WEEK);
      const held = byWeek.get(week) ?? [];
      held.push(memory);
      byWeek.set(week, held);
    }
    return [...byWeek.values()].map((held) => {
      const importance = meanBy(held, (memory) => observations[memory]?.importance ?? 0);
      const others = meanBy(held, (memory) => this.around(dayOf[memory] ?? 0, own));
      return { memories: held, importance, lead: importance - others };
    });
  }

  private around(day: number, own: OwnSums): number {
    const [from, to] = [this.windows.from[day] ?? 0, this.windows.to[day] ?? 0];
    const [ownCount, ownSum] = own.between(from, to);
    const count = (this.timeline.dayStarts[to] ?? 0) - (this.timeline.dayStarts[from] ?? 0) - ownCount;
    const sum = (this.sums[to] ?? 0) - (this.sums[from] ?? 0) - ownSum;
    return (sum + PRIOR_MEMORIES * this.mean) / (count + PRIOR_MEMORIES);
  }
}

/** A thing's own memories and their importance, between two days. */
class OwnSums {
  private readonly days: number[];
  private readonly sums: number[] = [0];

  constructor(memories: readonly number[], { dayOf, observations }: Timeline) {
    this.days = memories.map((memory) => dayOf[memory] ?? 0);
    for (const memory of memories) this.sums.push((this.sums.at(-1) ?? 0) + (observations[memory]?.importance ?? 0));
  }

  between(from: number, to: number): [number, number] {
    const [first, last] = [this.before(from), this.before(to)];
    return [last - first, (this.sums[last] ?? 0) - (this.sums[first] ?? 0)];
  }

  /** How many memories lie before a day; found by halving. */
  private before(day: number): number {
    let [low, high] = [0, this.days.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.days[middle] ?? 0) < day) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isConstant(weeks: readonly Week[]): boolean {
  return new Set(weeks.map(({ importance }) => importance)).size < 2;
}

function meanOf(weeks: readonly Week[], { observations }: Timeline): number {
  const memories = weeks.flatMap((week) => week.memories);
  return Math.round(meanBy(memories, (memory) => observations[memory]?.importance ?? 0) * 100) / 100;
}

function meanBy(memories: readonly number[], value: (memory: number) => number): number {
  return memories.reduce((sum, memory) => sum + value(memory), 0) / Math.max(1, memories.length);
}
