import { poissonBinomialReach } from '../../statistics/poisson-binomial.js';
import { majorityChance } from '../../statistics/majority.js';
import { strataReach, strataUpperTail, type Stratum } from '../../statistics/strata.js';
import { judged, SharesAround, type Judgements } from '../baselines/shares-around.js';
import { hourWindow, isNearHour } from '../baselines/hour-counts.js';
import { NO_HOUR, type Timeline } from '../calendar/timeline.js';
import { TENTATIVE_P, type Candidate } from '../types/candidate.js';
import { FamilyRun } from './family-run.js';
import type { PatternContext } from './pattern-context.js';
import { judgedDays, shareTail, type JudgedDay } from './share.family.js';

/** Days with a feeling below which a weekday, or an hour, is not asked about. */
const MIN_DAYS = 8;
/** Of the memories with a feeling: where fewer are others, what these show is too uncertain to be taken as it is. */
const FEW_OTHERS = 0.5;
/** Then days are compared within stretches of so many: eight weeks have each weekday eight times. */
const STRETCH_DAYS = 56;
/** From this share on others are enough to be compared with as they are, as with items. */
const SURE_SHARE = 0.75;
const WEEKDAYS = 7;
const HOURS = 24;

/** A weekday, or an hour with the ones before and after it, and the memories of it. */
interface Slot {
  readonly params:
    { readonly weekday: number } | { readonly hour: number; readonly fromHour: number; readonly toHour: number };
  readonly memories: readonly number[];
  readonly isIn: (memory: number) => boolean;
}

type Direction = 'positive' | 'negative';

interface Tested {
  readonly slot: Slot;
  readonly direction: Direction;
  readonly candidate: Candidate;
}

/**
 * Weekdays and hours at which memories feel better, or worse, than at others. Unit: the day, judged by most of its
 * memories in the slot that express a feeling. Exposure is those memories: how much is written then says nothing. Each
 * day has a chance of its own, by what is felt in the weeks around it at other times, so that a bad month makes no
 * weekday bad. What is less clear than another slot is compared without that one: beside bad Mondays all other days
 * look good, and so do the hours at which nothing is written on Mondays. What holds most of all feelings is compared with the
 * few others by an exact test as well: it may be the clearest of all.
 */
export function moods(context: PatternContext): FamilyRun {
  const { observations } = context.timeline;
  const run = new FamilyRun('mood');
  const feelings = judged(observations, ({ valence }) => (valence === 0 ? -1 : 1));
  const all = countOf(everyMemory(context.timeline), feelings);
  const enough = [...weekdaySlots(context.timeline), ...hourSlots(context.timeline)].filter(
    (slot) => judgedDays(slot, feelings, context.timeline).length >= MIN_DAYS,
  );
  const slots = enough.filter((slot) => countOf(slot.memories, feelings) < all);
  const found = (['positive', 'negative'] as const).flatMap((direction) => {
    const test = new MoodTest(context, judgementsOf(context.timeline, direction));
    return slots.map((slot): Tested => ({ slot, direction, candidate: test.of(slot, direction) }));
  });
  for (const { reach, of, expected } of found.map(({ candidate }) => candidate))
    run.count(reach, of === 0 ? 0 : context.byChance.of(of, expected / of));
  addDistinct(context, found, run);
  run.untested =
    enough.length === 0
      ? `mood: no weekday and no hour has ${MIN_DAYS} days with a recognized feeling.`
      : 'mood: all recognized feelings are of one weekday or one hour; there is nothing to compare it with.';
  return run;
}

/** The clearest first; the others have to hold without the memories of these. */
function addDistinct(context: PatternContext, found: readonly Tested[], run: FamilyRun): void {
  const reported: Slot[] = [];
  const isTold = (memory: number): boolean => reported.some((slot) => slot.isIn(memory));
  const isWorth = ({ p, observed }: Candidate): boolean => p <= TENTATIVE_P && observed >= context.minOccurrences;
  const ordered = found.filter(({ candidate }) => isWorth(candidate)).sort((a, b) => a.candidate.p - b.candidate.p);
  for (const { slot, direction, candidate } of ordered) {
    if (reported.some((other) => isBeside(slot, other))) continue;
    const left = judgementsOf(context.timeline, direction).map((judgement, memory) =>
      isTold(memory) ? -1 : judgement,
    );
    const again = reported.length === 0 ? candidate : new MoodTest(context, left).of(slot, direction);
    if (!isWorth(again)) continue;
    run.add(candidate.p >= again.p ? candidate : again);
    reported.push(slot);
  }
}

function judgementsOf({ observations }: Timeline, direction: Direction): Judgements {
  const sign = direction === 'positive' ? 1 : -1;
  return judged(observations, ({ valence }) => (valence === 0 ? -1 : Number(valence === sign)));
}

/** How often slots have a feeling, against the other memories that have one. */
class MoodTest {
  private readonly byMemories: SharesAround;
  private readonly byDays: SharesAround;
  private readonly all: number;

  constructor(
    private readonly context: PatternContext,
    private readonly judgements: Judgements,
  ) {
    this.all = judgements.filter((judgement) => judgement >= 0).length;
    this.byMemories = new SharesAround(context.timeline, judgements);
    this.byDays = new SharesAround(context.timeline, dailyJudgements(context.timeline, judgements));
  }

  of({ params, memories }: Slot, direction: Direction): Candidate {
    const days = judgedDays({ memories }, this.judgements, this.context.timeline).filter(({ vote }) => vote !== 0);
    const chances = this.chancesOf(days, memories);
    const observed = days.filter(({ vote }) => vote > 0).length;
    // Where few others are left, what they show is only estimated: z² is less by as much.
    const others = 1 - countOf(memories, this.judgements) / Math.max(1, this.all);
    const certainty = Math.min(1, others / SURE_SHARE);
    const strata = others < FEW_OTHERS ? this.strataOf(days, memories) : undefined;
    const exact = strata === undefined ? 0 : strataUpperTail(observed, strata);
    const exactReach = strata === undefined ? Infinity : strataReach(strata);
    const has = (judgement: number) => () => memories.filter((memory) => this.judgements[memory] === judgement);
    return {
      family: 'mood',
      items: [],
      p: Math.max(exact, shareTail(observed, chances) ** certainty),
      reach: Math.min(exactReach, poissonBinomialReach(chances) * certainty),
      test: 'poisson-binomial',
      params: { ...params, direction },
      observed,
      of: days.length,
      expected: chances.reduce((sum, chance) => sum + chance, 0),
      evidence: has(1),
      counterExamples: has(0),
    };
  }

  /** Days in the slot among all days of the slot and of other times, stretch by stretch: a bad month makes no slot bad. */
  private strataOf(days: readonly JudgedDay[], memories: readonly number[]): Stratum[] {
    const { timeline } = this.context;
    const own = new Set(memories);
    const elsewhere = everyMemory(timeline).filter((memory) => !own.has(memory));
    const others = judgedDays({ memories: elsewhere }, this.judgements, timeline).filter(({ vote }) => vote !== 0);
    const strata = new Map<number, { all: number; having: number; drawn: number }>();
    const count = ({ position, vote }: JudgedDay, drawn: number): void => {
      const stretch = Math.floor((timeline.days[position] ?? 0) / STRETCH_DAYS);
      const { all, having, drawn: before } = strata.get(stretch) ?? { all: 0, having: 0, drawn: 0 };
      strata.set(stretch, { all: all + 1, having: having + Number(vote > 0), drawn: before + drawn });
    };
    for (const day of days) count(day, 1);
    for (const day of others) count(day, 0);
    return [...strata.values()];
  }

  /** The larger of what single memories make of a day with so many, and of how whole days around it are. */
  private chancesOf(days: readonly JudgedDay[], without: readonly number[]): number[] {
    const positions = days.map(({ position }) => position);
    const ofMemories = this.byMemories.of(positions, without);
    const ofDays = this.byDays.of(positions, without);
    return days.map(({ memories }, at) => {
      const share = ofMemories[at] ?? 0;
      return Math.max(share, majorityChance(memories, share), ofDays[at] ?? 0);
    });
  }
}

function everyMemory({ size }: Timeline): number[] {
  return Array.from({ length: size }, (_, memory) => memory);
}

function countOf(memories: readonly number[], judgements: Judgements): number {
  return memories.filter((memory) => (judgements[memory] ?? -1) >= 0).length;
}

/** Of each day one memory stands for it, judged by most of the day. */
function dailyJudgements(timeline: Timeline, judgements: Judgements): Judgements {
  const daily = new Int8Array(judgements.length).fill(-1);
  for (const { first, vote } of judgedDays({ memories: everyMemory(timeline) }, judgements, timeline))
    if (vote !== 0) daily[first] = Number(vote > 0);
  return daily;
}

function weekdaySlots({ dayOf, weekdays, size }: Timeline): Slot[] {
  const memories = Array.from({ length: WEEKDAYS + 1 }, (): number[] => []);
  for (let memory = 0; memory < size; memory += 1) memories[weekdays[dayOf[memory] ?? 0] ?? 0]?.push(memory);
  return memories
    .map((each, weekday) => ({
      params: { weekday },
      memories: each,
      isIn: (memory: number) => weekdays[dayOf[memory] ?? 0] === weekday,
    }))
    .slice(1);
}

function hourSlots({ hours, size }: Timeline): Slot[] {
  const memories = Array.from({ length: HOURS }, (): number[] => []);
  for (let memory = 0; memory < size; memory += 1) {
    const hour = hours[memory] ?? NO_HOUR;
    if (hour === NO_HOUR) continue;
    for (const shift of [HOURS - 1, 0, 1]) memories[(hour + shift) % HOURS]?.push(memory);
  }
  return memories.map((each, hour) => ({
    params: { hour, ...hourWindow(hour) },
    memories: each,
    isIn: (memory: number) => hours[memory] !== NO_HOUR && isNearHour(hours[memory] ?? 0, hour),
  }));
}

/** Hours that share memories are one. */
function isBeside({ params }: Slot, { params: other }: Slot): boolean {
  if (!('hour' in params) || !('hour' in other)) return false;
  return [0, 2, HOURS - 2].some((shift) => isNearHour(params.hour, (other.hour + shift) % HOURS));
}
