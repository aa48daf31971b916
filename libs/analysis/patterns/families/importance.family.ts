import { FamilyRun } from './family-run.js';
import type { Item } from '../types/item.js';
import type { PatternContext } from './pattern-context.js';
import { judged, type Judgements } from '../baselines/shares-around.js';
import type { Timeline } from '../calendar/timeline.js';
import { judgedDays, leans, testShares } from './share.family.js';

/** How far from the tenant's usual: beyond the half of what counts, and beyond three quarters of it. */
const QUANTILES = { high: [0.5, 0.75], low: [0.5, 0.25] } as const;
/** An importance that more memories than this share have is a default. */
const DEFAULT_SHARE = 0.25;
/** Where more than this share has another, these are compared with each other alone. */
const SET_SHARE = 0.1;
/** How surprising it must be that a thing's own importances lie on one side of the usual one, those equal to it left out. */
const LEANING_P = 0.05;
/** Of the days of a thing, those that have to agree. */
const MOSTLY = 0.5;

/**
 * What is held to be more, or less, important than the tenant's usual. Two questions: is it so more often than others
 * are, and is it mostly so where it is not as usual? Memories whose importance nobody set say nothing where others'
 * was: beside a journal at the default whatever has any other would be unusual, above and below.
 */
export function importances(context: PatternContext): FamilyRun {
  const all = context.timeline.observations.map(({ importance }) => importance);
  const usual = quantileOf(all)(0.5);
  const unset = unsetOf(all);
  const quantileOfSet = quantileOf(all.filter((importance) => importance !== unset));
  const run = new FamilyRun('importance');
  for (const direction of ['high', 'low'] as const) {
    const limits = QUANTILES[direction].map(quantileOfSet);
    const isBeyond = (importance: number, than: number) =>
      direction === 'high' ? importance > than : importance < than;
    const judgedAt = (than: number, left: number | undefined) =>
      judged(all, (importance) => (importance === left ? -1 : Number(isBeyond(importance, than))));
    const sides = judgedAt(usual, usual);
    const isLeaning = (item: Item): boolean =>
      leans(item, sides, context.timeline, LEANING_P) && isMostly(item, sides, context.timeline);
    const [half, quarter] = limits;
    for (const than of new Set(limits)) {
      const params = { direction, than, among: than === quarter && quarter !== half ? 'quarter' : 'half' };
      testShares(context, { family: 'importance', params, judgements: judgedAt(than, unset), isLeaning }, run);
    }
  }
  return run;
}

/** Whether it is so on half of its days at least, those counted on which it is as usual: elsewhere "more important" says too much. */
function isMostly(item: Item, judgements: Judgements, timeline: Timeline): boolean {
  const agreeing = judgedDays(item, judgements, timeline).filter(({ vote }) => vote > 0);
  return agreeing.length >= MOSTLY * item.days.length;
}

/** The default importance, if enough others were set. */
function unsetOf(all: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const importance of all) counts.set(importance, (counts.get(importance) ?? 0) + 1);
  const [commonest] = [...counts].sort(([a, some], [b, more]) => more - some || a - b);
  if (commonest === undefined || commonest[1] <= DEFAULT_SHARE * all.length) return undefined;
  return all.length - commonest[1] > SET_SHARE * all.length ? commonest[0] : undefined;
}

function quantileOf(values: readonly number[]): (share: number) => number {
  const sorted = Float64Array.from(values).sort();
  return (share) => sorted[Math.floor(sorted.length * share)] ?? 0.5;
}
