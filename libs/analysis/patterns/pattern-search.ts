import { associations } from './association.family.js';
import type { Family, FamilyRun, PatternSearch } from './candidate.js';
import { decide, type Decision } from './decide.js';
import { emotions } from './emotion.family.js';
import { Exposure } from './exposure.js';
import { importances } from './importance.family.js';
import { intervals } from './interval.family.js';
import { itemTable, type ItemTable } from './item-table.js';
import { LocalClock } from './local-clock.js';
import type { Observation } from './observation.js';
import { preferences } from './preference.family.js';
import { routines } from './routine.family.js';
import { sequences } from './sequence.family.js';
import { timelineOf, type Timeline } from './timeline.js';
import { trends } from './trend.family.js';

const TESTS: Readonly<Partial<Record<Family, (search: PatternSearch) => FamilyRun>>> = {
  routine: routines,
  interval: intervals,
  sequence: sequences,
  association: associations,
  emotion: emotions,
  importance: importances,
  trend: trends,
  preference: preferences,
};

export interface PatternOptions {
  /** Episodes a pattern needs at least, 2 to 1,000. */
  readonly minOccurrences: number;
  /** IANA name of the zone whose weekdays and hours are meant. */
  readonly timezone: string;
}

export interface FoundPatterns extends Decision {
  readonly timeline: Timeline;
  readonly table: ItemTable;
}

/** Runs the tests of all families on what the memories hold. */
export function searchPatterns(observations: readonly Observation[], options: PatternOptions): FoundPatterns {
  const timeline = timelineOf(observations, new LocalClock(options.timezone));
  const table = itemTable(timeline, options.minOccurrences);
  const search: PatternSearch = {
    timeline,
    exposure: new Exposure(timeline),
    items: table.items,
    minOccurrences: options.minOccurrences,
  };
  const runs = Object.fromEntries(Object.entries(TESTS).map(([family, test]) => [family, test(search)]));
  return { ...decide(runs), timeline, table };
}
