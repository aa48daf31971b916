import type { Finding } from './decide.js';
import { PairDays } from './pair-days.js';
import { spread } from './spread.js';
import type { Timeline } from './timeline.js';

/** From this share of its evidence on, a finding of one thing is the echo of a stronger one. */
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
 * carry the stronger one's items. An interval is one of weekdays, too, where it is a week or lies between two of them.
 * What tells of two things is held against the days of what is told (`PairDays`): all memories of one of them would cover
 * whatever else it goes with.
 */
export function withoutEchoes(findings: readonly Finding[], timeline: Timeline): Kept {
  const kept: Told[] = [];
  // Intervals last: two weekdays, each told by half of the days, explain the days between them however clear those are.
  const isInterval = ({ family }: Finding): number => Number(family === 'interval');
  for (const finding of [...findings].sort((a, b) => isInterval(a) - isInterval(b) || byStrength(a, b))) {
    // What may be chance explains nothing that is established.
    const trusted = kept.filter((other) => other.finding.tier === 'established' || finding.tier === 'tentative');
    const told = toldOf(finding, timeline);
    if (!isEcho(told, trusted)) kept.push(told);
  }
  return { findings: kept.map(({ finding }) => finding), echoes: findings.length - kept.length };
}

function isEcho({ finding, pair }: Told, others: readonly Told[]): boolean {
  const alike = others.filter((other) => sameShape(other.finding, finding));
  if (pair !== undefined) return pair.isToldBy(pairsOf(alike), pairsOf(others));
  const sample = spread(finding.evidence(), SAMPLE);
  const explains = ({ covered }: Told): boolean =>
    sample.filter((memory) => covered.has(memory)).length >= sample.length * ECHO_SHARE;
  return alike.some(explains) || isBetweenWeekdays(finding, () => others.filter(explains));
}

/** Whether it comes back after as many days as lie between the weekdays that are told, or after a week. */
function isBetweenWeekdays({ family, params }: Finding, explaining: () => readonly Told[]): boolean {
  if (family !== 'interval') return false;
  const told = explaining().map(({ finding }) => finding.params['weekday']);
  const weekdays = [...new Set(told.filter((weekday) => typeof weekday === 'number'))].sort((a, b) => a - b);
  const [first] = weekdays;
  if (first === undefined) return false;
  const gaps = weekdays.map((weekday, at) => (weekdays[at + 1] ?? first + DAYS_A_WEEK) - weekday);
  return [DAYS_A_WEEK, ...gaps].includes(Number(params['intervalDays']));
}

function pairsOf(told: readonly Told[]): PairDays[] {
  return told.flatMap(({ pair }) => pair ?? []);
}

function toldOf(finding: Finding, timeline: Timeline): Told {
  const pair = PairDays.of(finding, timeline);
  const memories = finding.items.map((item) => item.memories);
  return { finding, pair, covered: new Set(pair === undefined ? [finding.evidence(), ...memories].flat() : []) };
}

interface Told {
  readonly finding: Finding;
  readonly pair: PairDays | undefined;
  /** Memories that it explains. */
  readonly covered: ReadonlySet<number>;
}

function sameShape(stronger: Finding, finding: Finding): boolean {
  if (finding.family !== stronger.family) return false;
  const { params } = stronger;
  return Object.entries(finding.params).every(
    ([name, value]) => !SHAPE.has(name) || isClose(name, params[name], value),
  );
}

/** Parameters that tell two findings apart; the others only describe. */
const SHAPE = new Set(['weekday', 'hour', 'intervalDays', 'direction', 'chosen', 'instead']);

/** An hour says nothing of which weekday: pills of every morning do not explain those of Mondays. */
function isClose(name: string, a: Value | undefined, b: Value): boolean {
  if (a === undefined) return name !== 'weekday';
  if (name === 'hour') return Math.abs(((Number(a) - Number(b) + 36) % 24) - 12) <= 1;
  if (name === 'intervalDays') return Math.abs(Number(a) - Number(b)) <= Math.max(1, Number(a) * 0.1);
  return a === b;
}

type Value = string | number | boolean;

function byStrength(a: Finding, b: Finding): number {
  return a.p - b.p || b.observed - a.observed || (key(a) < key(b) ? -1 : 1);
}

function key(finding: Finding): string {
  return `${finding.family} ${finding.items.map((item) => `${item.kind}:${item.name}`).join(' ')}`;
}
