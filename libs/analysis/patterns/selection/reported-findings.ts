import { withoutRedundant } from './redundancy-filter.js';
import type { Finding } from './fdr-selection.js';
import { patternId } from './pattern-id.js';
import type { FamilyRun } from '../families/family-run.js';
import { FAMILIES, type Tier } from '../types/candidate.js';
import type { Timeline } from '../calendar/timeline.js';

/** Of each family no more than these are reported, the clearest first. */
const MAX: Readonly<Record<Tier, number>> = { established: 50, tentative: 10 };

/** A q that is 1 in three digits: all that is as clear may be chance. */
const CERTAINLY_CHANCE = 0.9995;

export interface Reported {
  /** Established ones first, those of importance after the others, then by p. */
  readonly findings: readonly Finding[];
  /** Findings that a stronger one explains. */
  readonly redundant: number;
  /** Findings beyond what is reported of a family. */
  readonly overLimit: number;
  /** Findings that all may be chance, as far as their family can say. */
  readonly likelyChance: number;
  /** Findings that somebody does not want to see again. */
  readonly dismissed: number;
}

/** What a caller does not want to see. */
export interface Dismissals {
  readonly dismissed?: readonly string[];
  readonly includeDismissed?: boolean;
}

/** What is worth a reader's time of all that was found. What is dismissed still explains its echoes, and makes room for others. */
export function reportedFindings(found: readonly Finding[], timeline: Timeline, dismissals: Dismissals = {}): Reported {
  const likely = found.filter(({ q }) => q < CERTAINLY_CHANCE);
  // Four times as many as are reported are compared: redundant ones are many.
  const compared = best(likely, 4);
  const { findings, redundant } = withoutRedundant(compared, timeline);
  const distinct = withoutSameId(findings);
  const wanted = wantedOf(distinct, dismissals);
  const reported = best(wanted, 1);
  return {
    findings: reported,
    redundant: redundant + findings.length - distinct.length,
    overLimit: likely.length - compared.length + wanted.length - reported.length,
    likelyChance: found.length - likely.length,
    dismissed: distinct.length - wanted.length,
  };
}

/** A tag and an entity of one name may both be found; the clearer one stays. */
function withoutSameId(findings: readonly Finding[]): Finding[] {
  const byId = new Map<string, Finding>();
  for (const finding of [...findings].sort(byTier)) {
    const id = patternId(finding);
    if (!byId.has(id)) byId.set(id, finding);
  }
  return [...byId.values()];
}

function wantedOf(findings: readonly Finding[], { dismissed = [], includeDismissed }: Dismissals): readonly Finding[] {
  if (includeDismissed === true || dismissed.length === 0) return findings;
  const ids = new Set(dismissed);
  return findings.filter((finding) => !ids.has(patternId(finding)));
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

/** That shopping is rated less important than most things a person knows; it has the smallest p of all, and would stand first. */
function byTier(a: Finding, b: Finding): number {
  return (
    Number(a.tier === 'tentative') - Number(b.tier === 'tentative') ||
    Number(a.family === 'importance') - Number(b.family === 'importance') ||
    a.p - b.p ||
    FAMILIES.indexOf(a.family) - FAMILIES.indexOf(b.family)
  );
}
