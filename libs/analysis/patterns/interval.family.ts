import { binomialUpperTail } from '../statistics/binomial.js';
import { TENTATIVE_P, type Candidate, type FamilyRun, type PatternSearch } from './candidate.js';
import type { Item } from './item-table.js';
import { isNear, isWide, LONGEST_DAYS, ReturnChance, SHORTEST_DAYS, toleranceOf } from './return-chance.js';
import type { Timeline } from './timeline.js';

/**
 * Things that come back after a steady number of days. Unit: the gap between two days of the item. Asked is not
 * whether gaps near P are many, but whether they are many among the gaps between P/2 and 2P.
 */
export function intervals(search: PatternSearch): FamilyRun {
  const returns = new ReturnChance(search.timeline);
  let tried = 0;
  const candidates: Candidate[] = [];
  for (const item of search.items) {
    const gaps = gapsOf(item, search.timeline);
    let best: Candidate | undefined;
    for (const period of periodsWorthTrying(gaps, search.minOccurrences)) {
      tried += 1;
      const candidate = test(search, item, gaps, period, returns.near(period));
      if (candidate !== undefined && candidate.p < (best?.p ?? TENTATIVE_P)) best = candidate;
    }
    if (best !== undefined) candidates.push(best);
  }
  return { tried, candidates };
}

interface Gap {
  /** Index into the item's days of the day it starts on. */
  readonly start: number;
  readonly days: number;
}

function gapsOf(item: Item, { days }: Timeline): Gap[] {
  return item.days
    .slice(1)
    .map((position, index) => ({ start: index, days: (days[position] ?? 0) - (days[item.days[index] ?? 0] ?? 0) }));
}

/** Whole days for which enough gaps lie in the wide window: that number says nothing of where in it they lie. */
function periodsWorthTrying(gaps: readonly Gap[], minOccurrences: number): number[] {
  const periods: number[] = [];
  for (let period = SHORTEST_DAYS; period <= LONGEST_DAYS; period += Math.max(1, Math.round(period * 0.05))) {
    if (gaps.filter((gap) => isWide(gap.days, period)).length >= Math.max(3, minOccurrences - 1)) periods.push(period);
  }
  return periods;
}

function test(
  search: PatternSearch,
  item: Item,
  gaps: readonly Gap[],
  period: number,
  chance: number,
): Candidate | undefined {
  const wide = gaps.filter((gap) => isWide(gap.days, period));
  const inside = wide.filter((gap) => isNear(gap.days, period));
  if (inside.length < search.minOccurrences - 1) return undefined;
  const p = binomialUpperTail(inside.length, wide.length, chance);
  if (p > TENTATIVE_P) return undefined;
  const days = new Set(inside.flatMap((gap) => [item.days[gap.start] ?? 0, item.days[gap.start + 1] ?? 0]));
  const fits = (memory: number): boolean => days.has(search.timeline.dayOf[memory] ?? 0);
  return {
    family: 'interval',
    items: [item],
    p,
    test: 'binomial',
    params: { intervalDays: median(inside.map((gap) => gap.days)), toleranceDays: toleranceOf(period) },
    observed: inside.length,
    of: gaps.length,
    expected: chance * wide.length,
    evidence: item.memories.filter(fits),
    counterExamples: item.memories.filter((memory) => !fits(memory)),
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
