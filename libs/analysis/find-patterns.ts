import { associations } from './patterns/families/association.family.js';
import { emotions } from './patterns/families/emotion.family.js';
import { importances } from './patterns/families/importance.family.js';
import { importanceTrends } from './patterns/families/importance-trend.family.js';
import { intervals } from './patterns/families/interval.family.js';
import { moods } from './patterns/families/mood.family.js';
import type { Observation } from './patterns/types/observation.js';
import { searchPatterns, type FamilyTest, type PatternOptions } from './patterns/pattern-search.js';
import type { PatternReport } from './patterns/types/pattern.js';
import { preferences } from './patterns/families/preference.family.js';
import { reportOf } from './patterns/report/report.js';
import { routines } from './patterns/families/routine.family.js';
import { sequences } from './patterns/families/sequence.family.js';
import { trends } from './patterns/families/trend.family.js';
import { themes } from './themes/theme.family.js';

/** Where the families meet: those of `patterns` do not know of themes, which are made of what they are made of. */
const FAMILY_TESTS: readonly FamilyTest[] = [
  routines,
  intervals,
  sequences,
  associations,
  emotions,
  moods,
  importances,
  importanceTrends,
  trends,
  themes,
  preferences,
];

/**
 * Every regularity that survives its test, with what was tried, left out and could not be asked. The same memories give
 * the same report, in any order.
 * @throws RangeError where the zone is unknown
 */
export function findPatterns(observations: readonly Observation[], options: PatternOptions): PatternReport {
  return reportOf(searchPatterns(observations, options, FAMILY_TESTS), options);
}
