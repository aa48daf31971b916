import type { Finding } from './decide.js';
import { spread } from './spread.js';

/** From this share of its evidence on, a finding is the echo of a stronger one. */
const ECHO_SHARE = 0.5;
/** So many of its memories are looked at. */
const SAMPLE = 60;
const DAYS_A_WEEK = 7;

export interface Kept {
  readonly findings: readonly Finding[];
  /** Findings that a stronger one explains. */
  readonly echoes: number;
}

/**
 * Leaves out what another finding explains: calls on Sundays make 'mother', 'phone' and 'relational' Sunday things too.
 * Strongest first; an echo has the same family and the same parameters, and most of its evidence lies in memories that
 * carry the stronger one's items.
 */
export function withoutEchoes(findings: readonly Finding[]): Kept {
  const kept: Finding[] = [];
  const covered = new Map<Finding, ReadonlySet<number>>();
  const ordered = [...findings].sort(byStrength);
  for (const finding of ordered) {
    const sample = spread(finding.evidence(), SAMPLE);
    if (kept.some((stronger) => sameShape(stronger, finding) && isInside(sample, covered.get(stronger)))) continue;
    kept.push(finding);
    covered.set(finding, new Set([finding.evidence(), ...finding.items.map((item) => item.memories)].flat()));
  }
  return { findings: kept, echoes: findings.length - kept.length };
}

function isInside(sample: readonly number[], covered: ReadonlySet<number> | undefined): boolean {
  return sample.filter((memory) => covered?.has(memory)).length >= sample.length * ECHO_SHARE;
}

function sameShape(stronger: Finding, finding: Finding): boolean {
  if (finding.family === 'interval' && stronger.family === 'routine') {
    const { intervalDays } = finding.params;
    return stronger.params['weekday'] !== undefined && Number(intervalDays) % DAYS_A_WEEK === 0;
  }
  if (finding.family !== stronger.family) return false;
  const { params } = stronger;
  return Object.entries(finding.params).every(
    ([name, value]) => !SHAPE.has(name) || params[name] === undefined || close(name, params[name], value),
  );
}

/** Parameters that tell two findings apart; the others only describe. */
const SHAPE = new Set(['weekday', 'hour', 'intervalDays', 'direction', 'chosen', 'instead']);

function close(name: string, a: string | number | boolean, b: string | number | boolean): boolean {
  if (name === 'hour') return Math.abs(((Number(a) - Number(b) + 36) % 24) - 12) <= 1;
  if (name === 'intervalDays') return Math.abs(Number(a) - Number(b)) <= Math.max(1, Number(a) * 0.1);
  return a === b;
}

function byStrength(a: Finding, b: Finding): number {
  return a.p - b.p || b.observed - a.observed || (key(a) < key(b) ? -1 : 1);
}

function key(finding: Finding): string {
  return `${finding.family} ${finding.items.map((item) => `${item.kind}:${item.name}`).join(' ')}`;
}
