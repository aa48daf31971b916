import { FamilyRun } from './family-run.js';
import type { Item } from '../types/item.js';
import type { PatternContext } from './pattern-context.js';
import { judged } from '../baselines/shares-around.js';
import { itemsHaving, leans, testShares } from './share.family.js';

/** How surprising it must be that a thing is mentioned with feeling so often, whichever feeling. */
const LADEN_P = 0.05;
/** From so many days with a feeling on a thing is asked about all the same. */
const MANY_DAYS = 30;
/** How surprising it must be that most of a thing's own days have the feeling. */
const LEANING_P = 0.01;

/**
 * What goes with feeling good, or bad: among the memories whose words express a feeling. Two questions: is the thing mentioned
 * with feeling more often than others are, whichever feeling? And which feeling is it? The first says nothing of the
 * second's answer, so few are tried: those that pass it, and those of so many days that they need no help. And most of
 * its own days must have the feeling: beside a diary of what one is grateful for all else feels worse than usual.
 */
export function emotions(context: PatternContext): FamilyRun {
  const { observations } = context.timeline;
  const run = new FamilyRun('emotion');
  const feelings = judged(observations, ({ valence }) => Number(valence !== 0));
  const laden = itemsHaving(context, feelings, LADEN_P);
  // A type says how a memory is filed: no one feels good about a filing.
  const isAsked = (item: Item, days: number): boolean => item.kind !== 'type' && (days >= MANY_DAYS || laden.has(item));
  for (const sign of [1, -1] as const) {
    const params = { direction: sign === 1 ? 'positive' : 'negative' };
    const judgements = judged(observations, ({ valence }) => (valence === 0 ? -1 : Number(valence === sign)));
    const isLeaning = (item: Item): boolean => leans(item, judgements, context.timeline, LEANING_P);
    testShares(context, { family: 'emotion', params, judgements, isAsked, isLeaning }, run);
  }
  return run;
}
