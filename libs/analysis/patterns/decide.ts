import { adjustedByBenjaminiHochberg } from '../statistics/benjamini-hochberg.js';
import { FAMILIES, TENTATIVE_P, type Candidate, type Family, type FamilyRun } from './candidate.js';

/** Expected share of false ones among the established patterns, over all families together. */
export const FALSE_DISCOVERY_RATE = 0.05;

export type Tier = 'established' | 'tentative';

export interface Finding extends Candidate {
  /** Smallest false-discovery rate of its family at which it is still established. */
  readonly q: number;
  readonly tier: Tier;
}

export interface Decision {
  readonly findings: readonly Finding[];
  readonly hypothesesTested: number;
  /** How many tentative ones chance alone would give. */
  readonly expectedByChance: number;
}

/**
 * Benjamini-Hochberg inside each family, over every hypothesis it tried; the rate is split over the families, so that
 * one with many true findings does not open the door for another.
 */
export function decide(runs: Readonly<Partial<Record<Family, FamilyRun>>>): Decision {
  const level = FALSE_DISCOVERY_RATE / FAMILIES.length;
  const findings = FAMILIES.flatMap((family) => {
    const run = runs[family];
    if (run === undefined) return [];
    const adjusted = adjustedByBenjaminiHochberg(
      run.candidates.map((candidate) => candidate.p),
      run.tried,
    );
    return run.candidates.map((candidate, index): Finding => {
      const q = Math.min(1, adjusted[index] ?? 1);
      return { ...candidate, q, tier: q <= level ? 'established' : 'tentative' };
    });
  });
  const hypothesesTested = Object.values(runs).reduce((sum, run) => sum + run.tried, 0);
  return { findings, hypothesesTested, expectedByChance: hypothesesTested * TENTATIVE_P };
}
