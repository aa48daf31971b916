import type { Family } from '../types/candidate.js';
import type { FamilyRun } from '../families/family-run.js';
import type { FoundPatterns, PatternOptions } from '../pattern-search.js';

/** Memories with a feeling below which what goes with feelings is said to be hardly tested. */
export const MIN_FEELINGS = 30;

/** Families whose questions are not about items. */
const WITHOUT_ITEMS: ReadonlySet<Family> = new Set<Family>(['mood', 'theme', 'preference']);

/** Why there is nothing to test though there are items. */
const REASONS: Partial<Record<Family, string>> = {
  interval: 'nothing comes back after so many days that it could be tested.',
  sequence: 'no two things meet often enough for their order to be tested.',
  association: 'there are no two things that could go together.',
  emotion: 'nothing is mentioned with feeling often enough to be tested.',
  theme: 'no three memories lie so near each other that it could be tested.',
};

/** Families of which nothing was tested, and why; without what is said of time and of texts already. */
export function untestedOf({ timeline, table, runs }: FoundPatterns, { minOccurrences }: PatternOptions): string[] {
  const nothing = table.items.length === 0;
  const { observations } = timeline;
  const isSaid = ({ family }: FamilyRun): boolean =>
    (nothing && !WITHOUT_ITEMS.has(family)) ||
    // Short spans and few feelings have their own warnings.
    family === 'trend' ||
    ((family === 'emotion' || family === 'mood') &&
      observations.filter(({ valence }) => valence !== 0).length < MIN_FEELINGS) ||
    (family === 'preference' && observations.every(({ choice }) => choice === undefined)) ||
    (family === 'theme' && observations.every(({ sketch }) => sketch === undefined));
  return [
    ...(nothing
      ? [
          `No tag, entity or type is there on ${minOccurrences} days or more without being in more than a quarter of the memories: what happens when, how, and with what could not be tested.`,
        ]
      : []),
    ...runs
      .filter((run) => run.tried === 0 && !isSaid(run))
      .map((run) => run.untested ?? `${run.family}: ${REASONS[run.family] ?? 'nothing could be tested.'}`),
  ];
}
