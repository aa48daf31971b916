import { decide, type Decision } from './selection/fdr-selection.js';
import type { FamilyRun } from './families/family-run.js';
import { itemTable, type ItemTable } from './items/item-table.js';
import { LocalClock } from './calendar/local-clock.js';
import type { Observation } from './types/observation.js';
import { PatternContext } from './families/pattern-context.js';
import { dropTautologies } from './selection/tautologies.js';
import { timelineOf, type Timeline } from './calendar/timeline.js';

/** Looks for one kind of regularity. */
export type FamilyTest = (context: PatternContext) => FamilyRun;

export interface PatternOptions {
  /** Episodes a pattern needs at least, 2 to 1,000. */
  readonly minOccurrences: number;
  /** IANA name of the zone whose weekdays and hours are meant. */
  readonly timezone: string;
  /** Ids of patterns that somebody does not want to see again, as `Pattern.id` has them. */
  readonly dismissed?: readonly string[];
  /** Whether dismissed patterns are reported too, marked as such. */
  readonly includeDismissed?: boolean;
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
  runs.forEach(dropTautologies);
  return { ...decide(runs), timeline, table, runs };
}
