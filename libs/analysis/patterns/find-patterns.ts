import type { Observation } from './observation.js';
import type { PatternReport } from './pattern.js';
import { searchPatterns, type PatternOptions } from './pattern-search.js';
import { reportOf } from './report.js';

/**
 * Every regularity that survives its test, with what was tried, left out and could not be asked. The same memories give
 * the same report, in whatever order they come.
 * @throws RangeError where the zone is unknown
 */
export function findPatterns(observations: readonly Observation[], options: PatternOptions): PatternReport {
  return reportOf(searchPatterns(observations, options), options);
}
