import { withoutRedundant } from './redundancy-filter.js';
import type { Finding } from './fdr-selection.js';
import type { FamilyRun } from '../families/family-run.js';
import { FAMILIES, type Tier } from '../types/candidate.js';
import type { Timeline } from '../calendar/timeline.js';

/** Of each family no more than these are reported, the clearest first. */
const MAX: Readonly<Record<Tier, number>> = { established: 50, tentative: 10 };

export interface Reported {
  /** Established ones first, then by p. */
  readonly findings: readonly Finding[];
  /** Findings that a stronger one explains. */
  readonly redundant: number;
  /** Findings beyond what is reported of a family. */
  readonly overLimit: number;
}

/** What is worth a reader's time of all that was found. */
export function reportedFindings(found: readonly Finding[], timeline: Timeline): Reported {
  // Four times as many as are reported are compared: redundant ones are many.
  const compared = best(found, 4);
  const { findings, redundant } = withoutRedundant(compared, timeline);
  const reported = best(findings, 1);
  return {
    findings: reported,
    redundant,
    overLimit: found.length - compared.length + findings.length - reported.length,
  };
}

/**
 * How many tentative patterns would be reported where there is nothing to find: what the tests of each family give by chance
 * alone (a test on few episodes may never do), and no more than may be reported of it. An upper bound, which may be above what
 * is reported: tests of one item overlap, and mostly one of them is reported.
 */
export function reportedByChance(runs: readonly FamilyRun[]): number {
  return runs.reduce((sum, run) => sum + Math.min(run.byChance, MAX.tentative), 0);
}

function best(findings: readonly Finding[], times: number): Finding[] {
  const counts = new Map<string, number>();
  return [...findings].sort(byTier).filter(({ family, tier }) => {
    const count = (counts.get(family + tier) ?? 0) + 1;
    counts.set(family + tier, count);
    return count <= MAX[tier] * times;
  });
}

function byTier(a: Finding, b: Finding): number {
  return (
    Number(a.tier === 'tentative') - Number(b.tier === 'tentative') ||
    a.p - b.p ||
    FAMILIES.indexOf(a.family) - FAMILIES.indexOf(b.family)
  );
}
