import type { FamilyRun, PatternSearch } from './candidate.js';
import { sharesOf } from './share.family.js';

/** What is held to be more, or less, important than the tenant's usual. */
export function importances(search: PatternSearch): FamilyRun {
  const { observations } = search.timeline;
  const sorted = observations.map((observation) => observation.importance).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0.5;
  const runs = (['high', 'low'] as const).map((direction) =>
    sharesOf(search, {
      family: 'importance',
      params: { direction, median: middle },
      judge: (memory) => {
        const importance = observations[memory]?.importance ?? middle;
        return direction === 'high' ? importance > middle : importance < middle;
      },
    }),
  );
  return { tried: runs.reduce((sum, run) => sum + run.tried, 0), candidates: runs.flatMap((run) => run.candidates) };
}
