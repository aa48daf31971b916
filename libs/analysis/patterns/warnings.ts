import { ableToPass } from './decide.js';
import type { FamilyRun } from './family-run.js';
import { MOST_ITEMS } from './item-table.js';
import type { FoundPatterns, PatternOptions } from './pattern-search.js';
import { spanOf, type Timeline } from './timeline.js';

/** Days that memories must span before what is named can show. */
const SPANS = [
  { days: 56, what: 'routines on a weekday' },
  { days: 112, what: 'trends' },
] as const;
/** Memories below which a property says little. */
const FEWEST_FEELINGS = 30;
/** Episodes from which on patterns of all families are established more often than not. */
const EPISODES_WITH_POWER = 12;
/** Of the days: what is there on more of them cannot be counted by days. */
const DAILY_SHARE = 0.8;

/** What could not be asked, or not of all memories, and why: an absence of findings is no finding. */
export function warningsOf(found: FoundPatterns, options: PatternOptions): string[] {
  const { timeline, table, runs } = found;
  if (timeline.size === 0) return ['There are no memories to analyse.'];
  const daily = table.items.filter(
    (item) => item.days.length > DAILY_SHARE * timeline.days.length && item.days.length > 1,
  );
  return [
    ...ofTime(timeline, options),
    ...ofTexts(timeline),
    ...runs.flatMap(ofFamily),
    ...(options.minOccurrences < EPISODES_WITH_POWER
      ? [
          `Few patterns of less than ${EPISODES_WITH_POWER} episodes can be told from chance: expect them to be tentative or missing, although minOccurrences is ${options.minOccurrences}.`,
        ]
      : []),
    ...(table.dropped.overCap > 0
      ? [`Only the ${MOST_ITEMS} items on the most days were analysed; ${table.dropped.overCap} were not.`]
      : []),
    ...(daily.length > 0
      ? [
          `${daily.length} items are there on more than four of five days: what goes with them or follows them cannot be counted by days.`,
        ]
      : []),
  ];
}

function ofTime(timeline: Timeline, { timezone }: PatternOptions): string[] {
  const span = spanOf(timeline);
  return [
    ...SPANS.filter(({ days }) => span < days).map(
      ({ days, what }) => `The memories span ${span === 1 ? '1 day' : `${span} days`}: ${what} need about ${days}.`,
    ),
    ...(timezone === 'UTC'
      ? ['Weekdays and hours are those of UTC; give timezone where the tenant lives by another clock.']
      : []),
  ];
}

function ofTexts({ observations }: Timeline): string[] {
  const feelings = observations.filter(({ valence }) => valence !== 0).length;
  return [
    ...(feelings < FEWEST_FEELINGS
      ? [`Only ${feelings} memories express a feeling: what goes with feelings could hardly be tested.`]
      : []),
    ...(observations.some(({ choice }) => choice !== undefined)
      ? []
      : ['No memory tells of a choice: preferences could not be tested.']),
    ...(observations.some(({ sketch }) => sketch !== undefined)
      ? []
      : ['No memory has an embedding yet: themes could not be tested.']),
  ];
}

function ofFamily(run: FamilyRun): string[] {
  const powerless = run.tried > 0 && ableToPass(run) === 0;
  return [
    ...(powerless
      ? [
          `${run.family}: none of the ${run.tried} hypotheses has enough episodes to be established, whatever they show.`,
        ]
      : []),
    ...(run.isSampled ? [`${run.family}: looked for in an even sample of the memories.`] : []),
  ];
}
