import { adjustedByBenjaminiHochberg } from '../../statistics/benjamini-hochberg.js';
import type { Candidate, Family, Tier } from '../types/candidate.js';
import type { FamilyRun } from '../families/family-run.js';

/** Expected share of false ones among the established patterns, over all families together. */
export const FALSE_DISCOVERY_RATE = 0.05;

/**
 * How the rate is split, in thousandths. Families whose tests need many episodes for a small p get more of it; where a
 * few episodes do, as with pairs that hardly ever meet by chance, less takes nothing away.
 */
const SHARES: Readonly<Record<Family, number>> = {
  routine: 12,
  emotion: 12,
  preference: 5,
  trend: 5,
  sequence: 4,
  interval: 3,
  association: 1,
  importance: 3,
  importance_trend: 3,
  mood: 2,
  theme: 1,
};
const SHARES_IN_ALL = Object.values(SHARES).reduce((sum, share) => sum + share, 0);

function levelOf(family: Family): number {
  return (FALSE_DISCOVERY_RATE * SHARES[family]) / SHARES_IN_ALL;
}

export interface Finding extends Candidate {
  /** Smallest false-discovery rate of its family at which it is still established. */
  readonly q: number;
  readonly tier: Tier;
}

export interface Decision {
  readonly findings: readonly Finding[];
  readonly hypothesesTested: number;
  /** Of these: how many had too few episodes to be established in any case. */
  readonly withoutPower: number;
}

/**
 * Benjamini-Hochberg inside each family; the rate is split over the families, so that one with many true findings does
 * not open the door for another. Hypotheses that could not pass even if all their episodes agreed are not counted
 * against the others and cannot be established themselves (Tarone 1990, Gilbert 2005).
 */
export function decide(runs: readonly FamilyRun[]): Decision {
  const sum = (value: (run: FamilyRun) => number): number => runs.reduce((total, run) => total + value(run), 0);
  const tried = sum((run) => run.tried);
  return {
    findings: runs.flatMap(findingsOf),
    hypothesesTested: tried,
    withoutPower: tried - sum(ableToPass),
  };
}

function findingsOf(run: FamilyRun): Finding[] {
  const needed = reachNeeded(run);
  const able = run.candidates.filter((candidate) => candidate.reach >= needed);
  const unable = run.candidates.filter((candidate) => candidate.reach < needed);
  return [
    ...adjusted(able, run.reaching(needed)).map(([candidate, q]): Finding => ({
      ...candidate,
      q,
      tier: q <= levelOf(run.family) ? 'established' : 'tentative',
    })),
    ...adjusted(unable, run.tried).map(([candidate, q]): Finding => ({ ...candidate, q, tier: 'tentative' })),
  ];
}

function adjusted(candidates: readonly Candidate[], tried: number): [Candidate, number][] {
  const q = adjustedByBenjaminiHochberg(
    candidates.map((candidate) => candidate.p),
    tried,
  );
  return candidates.map((candidate, index) => [candidate, Math.min(1, q[index] ?? 1)]);
}

/** How many hypotheses of a family could be established, had all their episodes agreed. */
export function ableToPass(run: FamilyRun): number {
  return run.reaching(reachNeeded(run));
}

/** The smallest K such that no more than K hypotheses reach level / K (−log10); found by halving, as both are monotone. */
function reachNeeded(run: FamilyRun): number {
  const level = levelOf(run.family);
  let low = 1;
  let high = Math.max(1, run.tried);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (run.reaching(-Math.log10(level / middle)) <= middle) high = middle;
    else low = middle + 1;
  }
  return -Math.log10(level / low);
}
