import { binomialReach, binomialUpperTail } from '../statistics/binomial.js';
import { TENTATIVE_P, type Candidate } from './candidate.js';
import { FamilyRun } from './family-run.js';
import type { Item } from './item.js';
import type { PatternContext } from './pattern-context.js';
import { centreOf, hourChances, HOURS, isNearHour, oneHourADay, withHour } from './picked-hours.js';

const WEEKDAYS = 7;

/**
 * Things that happen on one weekday, at one hour, or both. Unit: item and day. A day with several memories
 * of the item counts by one of them (the first would lean to the morning); an hour is the middle of a window of three.
 * A memory of which only the day is known tells of no hour.
 */
export function routines(context: PatternContext): FamilyRun {
  const run = new FamilyRun('routine');
  for (const item of context.items) {
    const weekday = bestWeekday(context, item, run);
    const hour = bestHour(context, item, run);
    run.add(weekday !== undefined && hour !== undefined ? merged(context, weekday, hour) : (weekday ?? hour));
  }
  return run;
}

function bestWeekday(context: PatternContext, item: Item, run: FamilyRun): Candidate | undefined {
  const { timeline, exposure } = context;
  const shares = exposure.weekdayShares(item.days[0] ?? 0, item.days.at(-1) ?? 0, item.memories.length);
  const counts = new Array<number>(WEEKDAYS + 1).fill(0);
  for (const position of item.days) {
    const weekday = timeline.weekdays[position] ?? 0;
    counts[weekday] = (counts[weekday] ?? 0) + 1;
  }
  let best: Candidate | undefined;
  for (let weekday = 1; weekday <= WEEKDAYS; weekday += 1) {
    const result = test(context, item.days.length, counts[weekday] ?? 0, shares[weekday] ?? 0, run);
    if (result === undefined || result.p >= (best?.p ?? 1)) continue;
    const fits = (memory: number): boolean => timeline.weekdays[timeline.dayOf[memory] ?? 0] === weekday;
    best = candidate(item, item.memories, result, { kind: 'weekday', weekday }, fits);
  }
  return best;
}

function bestHour(context: PatternContext, item: Item, run: FamilyRun): Candidate | undefined {
  const { timeline, exposure } = context;
  const timed = withHour(item, timeline);
  if (timed.days.length < context.minOccurrences) return undefined;
  const chances = hourChances(timed, timeline, exposure);
  const picked = oneHourADay(timed, timeline);
  const around = (values: readonly number[], hour: number): number =>
    (values[(hour + HOURS - 1) % HOURS] ?? 0) + (values[hour] ?? 0) + (values[(hour + 1) % HOURS] ?? 0);
  let best: Candidate | undefined;
  for (let hour = 0; hour < HOURS; hour += 1) {
    const result = test(context, timed.days.length, around(picked, hour), Math.min(1, around(chances, hour)), run);
    if (result === undefined || result.p >= (best?.p ?? 1)) continue;
    const fits = (memory: number): boolean => isNearHour(timeline.hours[memory] ?? 0, hour);
    best = candidate(item, timed.memories, result, { kind: 'hour', hour: centreOf(picked, hour) }, fits);
  }
  return best;
}

type Result = Pick<Candidate, 'p' | 'reach' | 'observed' | 'expected' | 'of'>;

/** @param of days of the item that could agree */
function test(
  context: PatternContext,
  of: number,
  observed: number,
  chance: number,
  run: FamilyRun,
): Result | undefined {
  const reach = binomialReach(of, chance);
  run.count(reach, context.byChance.of(of, chance));
  if (observed < context.minOccurrences || observed <= chance * of) return undefined;
  const p = binomialUpperTail(observed, of, chance);
  return p > TENTATIVE_P ? undefined : { p, reach, observed, expected: chance * of, of };
}

function candidate(
  item: Item,
  memories: readonly number[],
  result: Result,
  params: Candidate['params'],
  fits: (memory: number) => boolean,
): Candidate {
  return {
    family: 'routine',
    items: [item],
    ...result,
    test: 'binomial',
    params,
    evidence: () => memories.filter(fits),
    counterExamples: () => memories.filter((memory) => !fits(memory)),
  };
}

/**
 * 'Mondays around 09:00' where both hold on half of its days or more. What is counted, and what it is told by, stays that of
 * the stronger of the two (`counted`): nobody tested both together.
 */
function merged({ timeline }: PatternContext, weekday: Candidate, hour: Candidate): Candidate {
  const stronger = weekday.p <= hour.p ? weekday : hour;
  const atHour = new Set(hour.evidence());
  const both = weekday.evidence().filter((memory) => atHour.has(memory));
  const days = new Set(both.map((memory) => timeline.dayOf[memory] ?? 0));
  if (days.size * 2 < stronger.observed) return stronger;
  const counted = stronger.params['kind'] ?? '';
  return { ...stronger, params: { ...weekday.params, ...hour.params, kind: 'weekday+hour', counted } };
}
