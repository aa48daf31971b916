import { decide, type Decision } from './decide.js';
import type { FamilyRun } from './family-run.js';
import { itemTable, type ItemTable } from './item-table.js';
import { LocalClock } from './local-clock.js';
import type { Observation } from './observation.js';
import { PatternContext } from './pattern-context.js';
import { timelineOf, type Timeline } from './timeline.js';

/** Looks for one kind of regularity. */
export type FamilyTest = (context: PatternContext) => FamilyRun;

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

/** Runs the tests of these families on what the memories hold. */
export function searchPatterns(
  observations: readonly Observation[],
  options: PatternOptions,
  families: readonly FamilyTest[],
): FoundPatterns {
  const timeline = timelineOf(observations, new LocalClock(options.timezone));
  const table = itemTable(timeline, options.minOccurrences);
  const context = new PatternContext(timeline, table, options.minOccurrences);
  const runs = families.map((test) => test(context));
  return { ...decide(runs), timeline, table, runs };
}
