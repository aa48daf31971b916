import { binomialReach, binomialUpperTail } from '../../statistics/binomial.js';
import { alternativesOf } from '../items/preference-phrases.js';
import type { Candidate } from '../types/candidate.js';
import { FamilyRun } from './family-run.js';
import type { PatternContext } from './pattern-context.js';
import type { Timeline } from '../calendar/timeline.js';

/** Days with choices of one kind below which no preference is tried. */
const MIN_CHOICES = 5;

interface Pair {
  readonly a: string;
  readonly b: string;
  readonly choices: { readonly memory: number; readonly isA: boolean }[];
}

/** A choice that keeps falling the same way. Unit: pair of alternatives and day; by chance either is taken half the time. */
export function preferences(context: PatternContext): FamilyRun {
  const fewest = Math.max(MIN_CHOICES, context.minOccurrences);
  const run = new FamilyRun('preference');
  const pairs = pairsOf(context.timeline).map((pair) => ({ pair, votes: votesOf(pair, context.timeline) }));
  const enough = pairs.filter(({ votes }) => votes.length >= fewest);
  for (const { pair, votes } of enough) {
    const found = test(pair, votes);
    run.count(found.reach, 2 * context.byChanceOnOneSide.of(votes.length, 0.5));
    if (found.observed >= context.minOccurrences) run.add(found);
  }
  if (pairs.length > enough.length)
    run.suppressed.push({ reason: 'too_few_episodes', count: pairs.length - enough.length });
  run.untested = `No two alternatives have ${fewest} days on which one of them was chosen more often than the other: preferences could not be tested.`;
  return run;
}

/** Capitals make no other alternative; reported is the spelling that came first. */
function pairsOf({ observations }: Timeline): Pair[] {
  const pairs = new Map<string, Pair>();
  const spellings = new Map<string, string>();
  const spelled = (name: string): string => {
    const key = name.toLowerCase();
    const known = spellings.get(key) ?? name;
    spellings.set(key, known);
    return known;
  };
  observations.forEach(({ choice }, memory) => {
    if (choice === undefined) return;
    const [chosen = '', instead] = alternativesOf(choice).map(spelled);
    if (chosen === instead) return;
    const [a, b] = [chosen, instead].sort() as [string, string];
    const key = JSON.stringify([a, b]);
    const pair = pairs.get(key) ?? { a, b, choices: [] };
    pair.choices.push({ memory, isA: chosen === a });
    pairs.set(key, pair);
  });
  return [...pairs.values()];
}

/** Of each day on which more choices fell one way than the other: whether that was a. */
function votesOf({ choices }: Pair, { dayOf }: Timeline): boolean[] {
  const votes = new Map<number, number>();
  for (const { memory, isA } of choices) {
    const day = dayOf[memory] ?? 0;
    votes.set(day, (votes.get(day) ?? 0) + (isA ? 1 : -1));
  }
  return [...votes.values()].filter((vote) => vote !== 0).map((vote) => vote > 0);
}

function test({ a, b, choices }: Pair, votes: readonly boolean[]): Candidate {
  const forA = votes.filter((vote) => vote).length;
  const takesA = forA * 2 >= votes.length;
  const observed = takesA ? forA : votes.length - forA;
  const memories = (agree: boolean): number[] =>
    choices.filter(({ isA }) => (isA === takesA) === agree).map(({ memory }) => memory);
  return {
    family: 'preference',
    items: [],
    // Two-sided: either could have been the one preferred.
    p: Math.min(1, 2 * binomialUpperTail(observed, votes.length, 0.5)),
    reach: binomialReach(votes.length, 0.5) - Math.log10(2),
    test: 'binomial',
    params: { chosen: takesA ? a : b, instead: takesA ? b : a },
    observed,
    of: votes.length,
    expected: votes.length / 2,
    evidence: () => memories(true),
    counterExamples: () => memories(false),
  };
}
