import { FamilyRun } from './family-run.js';
import type { PatternContext } from './pattern-context.js';
import { judged } from './shares-around.js';
import { testShares } from './share.family.js';

/** How far from the tenant's usual: beyond the half of all memories, and beyond three quarters of them. */
const QUANTILES = { high: [0.5, 0.75], low: [0.5, 0.25] } as const;

/** What is held to be more, or less, important than the tenant's usual. */
export function importances(context: PatternContext): FamilyRun {
  const importances = context.timeline.observations.map(({ importance }) => importance);
  const sorted = Float64Array.from(importances).sort();
  const run = new FamilyRun('importance');
  for (const direction of ['high', 'low'] as const) {
    const limits = QUANTILES[direction].map((quantile) => sorted[Math.floor(sorted.length * quantile)] ?? 0.5);
    for (const than of new Set(limits)) {
      const beyond = (importance: number): boolean => (direction === 'high' ? importance > than : importance < than);
      const judgements = judged(importances, (importance) => Number(beyond(importance)));
      testShares(context, { family: 'importance', params: { direction, than }, judgements }, run);
    }
  }
  return run;
}
