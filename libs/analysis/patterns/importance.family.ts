import { FamilyRun } from './family-run.js';
import type { PatternContext } from './pattern-context.js';
import { judged } from './shares-around.js';
import { testShares } from './share.family.js';

/** What is held to be more, or less, important than the tenant's usual. */
export function importances(context: PatternContext): FamilyRun {
  const importances = context.timeline.observations.map(({ importance }) => importance);
  const median = Float64Array.from(importances).sort()[Math.floor(importances.length / 2)] ?? 0.5;
  const run = new FamilyRun('importance');
  for (const direction of ['high', 'low'] as const) {
    const beyond = (importance: number): boolean => (direction === 'high' ? importance > median : importance < median);
    const judgements = judged(importances, (importance) => Number(beyond(importance)));
    testShares(context, { family: 'importance', params: { direction, median }, judgements }, run);
  }
  return run;
}
