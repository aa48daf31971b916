import type { FamilyRun, PatternSearch } from './candidate.js';
import { sharesOf } from './share.family.js';

/** What goes with feeling good, or bad: among the memories whose words express a feeling. */
export function emotions(search: PatternSearch): FamilyRun {
  const { observations } = search.timeline;
  const runs = ([1, -1] as const).map((sign) =>
    sharesOf(search, {
      family: 'emotion',
      params: { direction: sign === 1 ? 'positive' : 'negative' },
      judge: (memory) => {
        const valence = observations[memory]?.valence ?? 0;
        return valence === 0 ? undefined : valence === sign;
      },
    }),
  );
  return { tried: runs.reduce((sum, run) => sum + run.tried, 0), candidates: runs.flatMap((run) => run.candidates) };
}
