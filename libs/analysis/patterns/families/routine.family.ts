import { binomialReach, binomialUpperTail } from '../../statistics/binomial.js';
import { TENTATIVE_P, type Candidate } from '../types/candidate.js';
import { FamilyRun } from './family-run.js';
import { chanceOfDay, hourCounts, hourWindow, HOURS, isNearHour, withHour } from '../baselines/hour-counts.js';
import type { Item } from '../types/item.js';
import type { PatternContext } from './pattern-context.js';
import { BEYOND_DOUBT, reportedTimes } from './merged-times.js';

const WEEKDAYS = 7;
/** Share of the days that agree which are around the hour that is named, too. */
const NEAR_NAMED = 0.8;

/**
 * Things that happen on some weekdays, at one hour, or both. Unit: item and day. A day is around an hour when one of its
 * memories is, an hour off at most; days at many hours are likelier to be. A memory of which only the day is known
 * tells of no hour.
 */
export function routines(context: PatternContext): FamilyRun {
  const run = new FamilyRun('routine');
  for (const item of context.items) {
    const weekdays = weekdaysOf(context, item, run);
    for (const reported of reportedTimes(context.timeline, weekdays, bestHour(context, item, run))) run.add(reported);
  }
  return run;
}

/** Those that hold more of its days than chance, the clearest first: what is done twice a week has two. */
function weekdaysOf(context: PatternContext, item: Item, run: FamilyRun): Candidate[] {
  const { timeline } = context;
  const shares = context.habits.baselineOf(item).weekdays(item);
  const counts = new Array<number>(WEEKDAYS + 1).fill(0);
  for (const position of item.days) {
    const weekday = timeline.weekdays[position] ?? 0;
    counts[weekday] = (counts[weekday] ?? 0) + 1;
  }
  const found: Candidate[] = [];
  for (let weekday = 1; weekday <= WEEKDAYS; weekday += 1) {
    const result = test(context, item.days.length, counts[weekday] ?? 0, shares[weekday] ?? 0, run);
    if (result === undefined) continue;
    const fits = (memory: number): boolean => timeline.weekdays[timeline.dayOf[memory] ?? 0] === weekday;
    found.push({
      ...candidate(item, result, { kind: 'weekday', weekday }),
      evidence: () => item.memories.filter(fits),
      counterExamples: () => item.memories.filter((memory) => !fits(memory)),
    });
  }
  return found.sort((a, b) => a.p - b.p);
}

function bestHour(context: PatternContext, item: Item, run: FamilyRun): Candidate | undefined {
  const { timeline } = context;
  const timed = withHour(item, timeline);
  if (timed.days.length < context.minOccurrences) return undefined;
  const chances = context.habits.baselineOf(item).hours(timed);
  const counts = hourCounts(timed, timeline);
  const results = counts.around.map((observed, hour) =>
    test(context, counts.days, observed, chanceOfDay(counts, chances, hour), run),
  );
  const { hour, result } = reportedHour(results, counts.at);
  if (result === undefined) return undefined;
  const { dayOf, hours } = timeline;
  const evidence = timed.memories.filter((memory) => isNearHour(hours[memory] ?? 0, hour));
  const agreeing = new Set(evidence.map((memory) => dayOf[memory] ?? 0));
  const named = nameOf(hour, counts.at);
  const nearNamed = evidence.filter((memory) => isNearHour(hours[memory] ?? 0, named));
  // Between two hours at which it happens lies one that neither is around.
  if (new Set(nearNamed.map((memory) => dayOf[memory] ?? 0)).size < NEAR_NAMED * agreeing.size) return undefined;
  return {
    ...candidate(item, result, { kind: 'hour', hour: named, ...hourWindow(hour) }),
    evidence: () => evidence,
    counterExamples: () => timed.memories.filter((memory) => !agreeing.has(dayOf[memory] ?? 0)),
  };
}

/**
 * The clearest hour; or one beside it that is the commoner in itself, holds as many days and is no chance either: what is
 * always at nine and hardly ever written of at eight is clearest around eight. All is counted around the hour that is
 * reported; where that alone leaves a doubt, it is as clear as the clearest is.
 */
function reportedHour(
  results: readonly (Result | undefined)[],
  at: readonly number[],
): { readonly hour: number; readonly result: Result | undefined } {
  const p = (hour: number): number => results[hour]?.p ?? 1;
  const days = (hour: number): number => results[hour]?.observed ?? 0;
  const clearest = results.reduce((best, _, hour) => (p(hour) < p(best) ? hour : best), 0);
  const hour = [clearest + HOURS - 1, clearest + 1]
    .map((beside) => beside % HOURS)
    .filter((beside) => results[beside] !== undefined && days(beside) >= days(clearest))
    .reduce((best, beside) => ((at[beside] ?? 0) > (at[best] ?? 0) ? beside : best), clearest);
  const [reported, tested] = [results[hour], results[clearest]];
  if (reported === undefined || tested === undefined || reported.p <= BEYOND_DOUBT) return { hour, result: reported };
  return { hour, result: { ...reported, p: tested.p, reach: tested.reach } };
}

/** What is always at nine may be clearest between seven and ten: it is called by an hour at which it has happened. */
function nameOf(hour: number, at: readonly number[]): number {
  if ((at[hour] ?? 0) > 0) return hour;
  const [before, after] = [(hour + HOURS - 1) % HOURS, (hour + 1) % HOURS];
  return (at[before] ?? 0) > (at[after] ?? 0) ? before : after;
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
  result: Result,
  params: Candidate['params'],
): Omit<Candidate, 'evidence' | 'counterExamples'> {
  return { family: 'routine', items: [item], ...result, test: 'binomial', params };
}
