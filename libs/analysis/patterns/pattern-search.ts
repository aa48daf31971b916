import { associations } from './association.family.js';
import { decide, type Decision } from './decide.js';
import { emotions } from './emotion.family.js';
import type { FamilyRun } from './family-run.js';
import { importances } from './importance.family.js';
import { intervals } from './interval.family.js';
import { itemTable, type ItemTable } from './item-table.js';
import { LocalClock } from './local-clock.js';
import type { Observation } from './observation.js';
import { PatternContext } from './pattern-context.js';
import { preferences } from './preference.family.js';
import { routines } from './routine.family.js';
import { sequences } from './sequence.family.js';
import { timelineOf, type Timeline } from './timeline.js';
import { trends } from './trend.family.js';
import { themes } from '../themes/theme.family.js';

const FAMILY_TESTS: readonly ((context: PatternContext) => FamilyRun)[] = [
  routines,
  intervals,
  sequences,
  associations,
  emotions,
  importances,
  trends,
  themes,
  preferences,
];

export interface PatternOptions {
  /** Episodes a pattern needs at least, 2 to 1,000. */
  readonly minOccurrences: number;
  /** IANA name of the zone whose weekdays and hours are meant. */
  readonly timezone: string;
}

export interface FoundPatterns extends Decision {
  readonly timeline: Timeline;
  readonly table: ItemTable;
  readonly runs: readonly FamilyRun[];
}

/** Runs the tests of all families on what the memories hold. */
export function searchPatterns(observations: readonly Observation[], options: PatternOptions): FoundPatterns {
  const timeline = timelineOf(observations, new LocalClock(options.timezone));
  const table = itemTable(timeline, options.minOccurrences);
  const context = new PatternContext(timeline, table, options.minOccurrences);
  const runs = FAMILY_TESTS.map((test) => test(context));
  return { ...decide(runs), timeline, table, runs };
}
