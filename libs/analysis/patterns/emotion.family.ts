import { FamilyRun } from './family-run.js';
import type { PatternContext } from './pattern-context.js';
import { judged } from './shares-around.js';
import { testShares } from './share.family.js';

/** What goes with feeling good, or bad: among the memories whose words express a feeling. */
export function emotions(context: PatternContext): FamilyRun {
  const { observations } = context.timeline;
  const run = new FamilyRun('emotion');
  for (const sign of [1, -1] as const) {
    testShares(
      context,
      {
        family: 'emotion',
        params: { direction: sign === 1 ? 'positive' : 'negative' },
        judgements: judged(observations, ({ valence }) => (valence === 0 ? -1 : Number(valence === sign))),
      },
      run,
    );
  }
  return run;
}
