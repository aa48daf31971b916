import { FamilyRun } from './family-run.js';
import type { PatternContext } from './pattern-context.js';
import { testShares } from './share.family.js';

/** What is held to be more, or less, important than the tenant's usual. */
export function importances(context: PatternContext): FamilyRun {
  const importances = Float64Array.from(context.timeline.observations, ({ importance }) => importance);
  const median = importances.toSorted()[Math.floor(importances.length / 2)] ?? 0.5;
  const run = new FamilyRun();
  for (const direction of ['high', 'low'] as const) {
    const beyond = (importance: number): boolean => (direction === 'high' ? importance > median : importance < median);
    const judgements = Int8Array.from(importances, (importance) => Number(beyond(importance)));
    testShares(context, { family: 'importance', params: { direction, median }, judgements }, run);
  }
  return run;
}
