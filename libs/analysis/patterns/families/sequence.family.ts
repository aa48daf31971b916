import { binomialReach, binomialUpperTail } from '../../statistics/binomial.js';
import { TENTATIVE_P, type Candidate } from '../types/candidate.js';
import { DatedItem, daysNear, LAGS_DAYS } from '../items/dated-item.js';
import { FamilyRun } from './family-run.js';
import { countMeetings } from '../items/co-occurrence-counts.js';
import { casesOf, meetings, type Meeting } from '../items/co-occurrences.js';
import type { Item } from '../types/item.js';
import type { PatternContext } from './pattern-context.js';
import type { Timeline } from '../calendar/timeline.js';

/** How surprising it must be that the two occur near each other at all, whichever comes first. */
const NEAR_P = 0.001;
/** Fewer standard deviations above the expected number of meetings never are as surprising as that. */
const MIN_DEVIATIONS = 2;

/**
 * One thing after another. Two questions: do they occur near each other (either order), and is the order more than
 * even, and more than their weekdays make it? The second is a sign test over the episodes of the rarer thing that have
 * the other on one side only. The first question says nothing of the second's answer, so only pairs that pass it are
 * tried.
 */
export function sequences(context: PatternContext): FamilyRun {
  const windows = daysNear(context.timeline);
  const things = context.items
    .filter((item) => item.kind !== 'type')
    .map((item) => new DatedItem(item, context.timeline, windows));
  const run = new FamilyRun('sequence');
  let unordered = 0;
  for (const [at, rare] of things.entries()) {
    for (const common of things.slice(0, at)) {
      const best = bestOrder(context, rare, common, run);
      if (best === undefined) continue;
      if (best.observed >= context.minOccurrences && best.p <= TENTATIVE_P) run.add(best);
      else unordered += 1;
    }
  }
  if (unordered > 0) run.suppressed.push({ reason: 'order_not_established', count: unordered });
  return run;
}

/** Of the lags within which two things meet surprisingly often: the one whose order is the clearest. */
function bestOrder(context: PatternContext, rare: DatedItem, common: DatedItem, run: FamilyRun): Candidate | undefined {
  let daily = -1;
  let best: Candidate | undefined;
  for (let index = 0; index < LAGS_DAYS.length; index += 1) {
    const hits = common.near[index]?.sharedWith(rare.set) ?? 0;
    if (hits < context.minOccurrences) continue;
    if (daily < 0) daily = context.rates.nearDays(common.item, rare.item.days);
    const within = 1 - (1 - daily) ** (2 * (LAGS_DAYS[index] ?? 0));
    const of = rare.episodes[index]?.length ?? 0;
    // No more episodes than days can meet: where even these are not surprising, no closer look is needed.
    if (!isSurprising(Math.min(hits, of), of, within)) continue;
    const order = orderWithin(context, rare, common, index, within);
    if (order === undefined) continue;
    run.count(order.reach, 2 * context.byChanceOnOneSide.of(order.of, 0.5));
    if (order.p < (best?.p ?? 2)) best = order;
  }
  return best;
}

function orderWithin(
  context: PatternContext,
  rare: DatedItem,
  common: DatedItem,
  index: number,
  within: number,
): Candidate | undefined {
  const episodes = rare.episodes[index] ?? [];
  const { after, before, both } = countMeetings(rare, common, index);
  const oneSided = after + before;
  if (oneSided < context.minOccurrences || !isSurprising(oneSided + both, episodes.length, within)) return undefined;
  if (binomialUpperTail(oneSided + both, episodes.length, within) > NEAR_P) return undefined;
  return orderTest(context.timeline, rare, common, index, context.orders.after(rare, common, index));
}

function isSurprising(observed: number, of: number, chance: number): boolean {
  return observed - of * chance > MIN_DEVIATIONS * Math.sqrt(of * chance * (1 - chance));
}

/**
 * Tested is the order alone; how often the second thing follows at all is reported beside it.
 * @param index of the lag
 * @param later how likely the other thing comes after the base rather than before, by their weekdays
 */
function orderTest(timeline: Timeline, base: DatedItem, other: DatedItem, index: number, later: number): Candidate {
  const episodes = base.episodes[index] ?? [];
  const found = meetings(episodes, other.days, LAGS_DAYS[index] ?? 0);
  const forward = found.after.length >= found.before.length;
  const agreeing = forward ? found.after : found.before;
  const against = forward ? found.before : found.after;
  const [first, second] = forward ? [base, other] : [other, base];
  const alone = unfollowed(first.days, second.days, found.lag);
  const cases = casesOf(episodes, other.days, found.lag);
  const evidence = (): number[] => evidenceOf(base.item, other.item, agreeing, timeline);
  return {
    family: 'sequence',
    items: [first.item, second.item],
    params: { withinDays: found.lag, medianLagDays: medianLag(agreeing) },
    ...signTest(agreeing.length, agreeing.length + against.length, forward ? later : 1 - later),
    followedDays: first.days.length - alone.length,
    cases: { inOrder: forward ? cases.after : cases.before, all: cases.all },
    evidence,
    counterExamples: () => {
      const turned = against.map((meeting) => meeting.base);
      const sameDay = base.days.filter((day) => other.days.includes(day));
      const found = new Set([
        ...onDays(first.item, alone, timeline),
        ...onDays(base.item, [...turned, ...sameDay], timeline),
      ]);
      for (const memory of evidence()) found.delete(memory);
      return [...found].sort((a, b) => a - b);
    },
  };
}

function signTest(
  observed: number,
  of: number,
  byCalendar: number,
): Pick<Candidate, 'test' | 'p' | 'reach' | 'observed' | 'of' | 'expected'> {
  // Never below one half: that the calendar is against an order proves nothing for it.
  const chance = Math.max(0.5, byCalendar);
  return {
    test: 'sign',
    // Two-sided: either order could have been found.
    p: Math.min(1, 2 * binomialUpperTail(observed, of, chance)),
    // The smallest p of either order: one of the two has a chance of one half.
    reach: binomialReach(of, 0.5) - Math.log10(2),
    observed,
    of,
    expected: of * chance,
  };
}

/** Days of the first thing that the second one does not come after within the lag; both ascending. */
function unfollowed(first: readonly number[], second: readonly number[], lag: number): number[] {
  let next = 0;
  return first.filter((day) => {
    while (next < second.length && (second[next] ?? 0) <= day) next += 1;
    return (second[next] ?? Infinity) > day + lag;
  });
}

function evidenceOf(base: Item, other: Item, found: readonly Meeting[], timeline: Timeline): number[] {
  const bases = onDays(
    base,
    found.map((meeting) => meeting.base),
    timeline,
  );
  const others = onDays(
    other,
    found.map((meeting) => meeting.other),
    timeline,
  );
  return [...new Set([...bases, ...others])].sort((a, b) => a - b);
}

function onDays(item: Item, days: readonly number[], timeline: Timeline): number[] {
  const wanted = new Set(days);
  return item.memories.filter((memory) => wanted.has(timeline.days[timeline.dayOf[memory] ?? 0] ?? 0));
}

function medianLag(meetings: readonly Meeting[]): number {
  const lags = meetings.map(({ base, other }) => Math.abs(other - base)).sort((a, b) => a - b);
  return lags[Math.floor(lags.length / 2)] ?? 0;
}
