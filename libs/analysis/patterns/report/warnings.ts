import { ableToPass } from '../selection/fdr-selection.js';
import type { FamilyRun } from '../families/family-run.js';
import { MAX_ITEMS } from '../items/item-table.js';
import type { FoundPatterns, PatternOptions } from '../pattern-search.js';
import { spanOf, type Timeline } from '../calendar/timeline.js';
import { trendSpan } from '../baselines/trend-blocks.js';
import { MIN_FEELINGS, untestedOf } from './untested.js';

/** Days that memories must span before what is named can show. */
const ROUTINE_DAYS = 56;
const TREND_DAYS = 112;
/** Episodes from which on patterns of all families are established more often than not. */
const EPISODES_WITH_POWER = 12;
/** Of the days: what is there on more of them cannot be counted by days. */
const DAILY_SHARE = 0.8;

/** What could not be asked, or not of all memories, and why: an absence of findings is no finding. */
export function warningsOf(found: FoundPatterns, options: PatternOptions): string[] {
  const { timeline, runs } = found;
  if (timeline.size === 0) return ['There are no memories to analyse.'];
  return [
    ...ofTime(timeline, options),
    ...ofTexts(timeline),
    ...untestedOf(found, options),
    ...runs.flatMap(ofFamily),
    ...ofItems(found, options),
  ];
}

function ofItems({ timeline, table }: FoundPatterns, { minOccurrences }: PatternOptions): string[] {
  const { overCap } = table.dropped;
  const isDaily = (days: number): boolean => days > 1 && days > DAILY_SHARE * timeline.days.length;
  const daily = [...table.items, ...table.common].filter((item) => isDaily(item.days.length)).length;
  return [
    ...(minOccurrences < EPISODES_WITH_POWER
      ? [
          `Few patterns of fewer than ${EPISODES_WITH_POWER} episodes can be distinguished from chance: expect them to be tentative or missing, although minOccurrences is ${minOccurrences}.`,
        ]
      : []),
    ...(overCap > 0
      ? [
          `Only the ${MAX_ITEMS} items on the most days were analysed; ${overCap} ${overCap === 1 ? 'was' : 'were'} not.`,
        ]
      : []),
    ...(daily > 0
      ? [
          `${daily === 1 ? '1 item is' : `${daily} items are`} there on more than four of five days: what goes with ${daily === 1 ? 'it or follows it' : 'them or follows them'} cannot be counted by days.`,
        ]
      : []),
  ];
}

function ofTime(timeline: Timeline, { timezone }: PatternOptions): string[] {
  const [span, full] = [spanOf(timeline), trendSpan(timeline)];
  const days = span === 1 ? '1 day' : `${span} days`;
  const without = `Without the longest stretches that hold none the memories span ${full} days`;
  return [
    ...(span < ROUTINE_DAYS ? [`The memories span ${days}: routines on a weekday need about ${ROUTINE_DAYS}.`] : []),
    ...(full < TREND_DAYS
      ? [`${full < span ? without : `The memories span ${days}`}: trends need about ${TREND_DAYS}.`]
      : []),
    ...(timezone === 'UTC'
      ? ['Weekdays and hours are those of UTC; give timezone where the tenant lives by another clock.']
      : []),
  ];
}

function ofTexts({ observations }: Timeline): string[] {
  const feelings = observations.filter(({ valence }) => valence !== 0).length;
  return [
    ...(feelings < MIN_FEELINGS ? [ofFeelings(feelings)] : []),
    ...(observations.some(({ choice }) => choice !== undefined)
      ? []
      : ['No memory tells of a choice: preferences could not be tested.']),
    ...(observations.some(({ sketch }) => sketch !== undefined)
      ? []
      : ['No memory has an embedding yet: themes could not be tested.']),
  ];
}

function ofFeelings(memories: number): string {
  if (memories === 0) return 'No memory expresses a feeling: what goes with feelings could not be tested.';
  const express = memories === 1 ? '1 memory expresses' : `${memories} memories express`;
  return `Only ${express} a feeling: what goes with feelings could hardly be tested.`;
}

function ofFamily(run: FamilyRun): string[] {
  const powerless = run.tried > 0 && ableToPass(run) === 0;
  const none = run.tried === 1 ? 'the one hypothesis has not' : `none of the ${run.tried} hypotheses has`;
  return [
    ...(powerless ? [`${run.family}: ${none} enough episodes to be established, regardless of what they show.`] : []),
    ...(run.isSampled ? [`${run.family}: looked for in an even sample of the memories.`] : []),
  ];
}
