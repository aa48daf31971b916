import type { Finding } from './fdr-selection.js';
import { PairDays } from './pair-days.js';
import { spread } from '../types/even-sample.js';
import type { Item } from '../types/item.js';
import type { Timeline } from '../calendar/timeline.js';

/** From this share of its evidence on, a finding of one thing is the echo of a stronger one. */
const ECHO_SHARE = 0.5;
/** Of what comes back after the days between two weekdays so much lies on these: one time in four may break the rule. */
const HELD_SHARE = 0.75;
/** So many of its memories are looked at. */
const SAMPLE = 60;
const DAYS_A_WEEK = 7;

export interface Kept {
  readonly findings: readonly Finding[];
  /** Findings that a stronger one explains. */
  readonly redundant: number;
}

/**
 * Leaves out what another finding explains: calls on Sundays make 'mother', 'phone' and 'relational' Sunday things too.
 * Strongest first; an echo has the same family and the same parameters, and most of its evidence lies in memories that
 * carry the stronger one's items. An interval is explained by a clearer weekday where it is a week, and by two weekdays
 * where it is as long as the days between them. What tells of two things is held against the days of what is reported
 * (`PairDays`): all memories of one of them would cover whatever else it goes with.
 */
export function withoutRedundant(findings: readonly Finding[], timeline: Timeline): Kept {
  const kept: Reported[] = [];
  const weekly = weekdaysOf(findings);
  // Intervals last: two weekdays, each reported by half of the days, explain the days between them however clear those are.
  const isInterval = ({ family }: Finding): number => Number(family === 'interval');
  // And a thing rather than the type of its memories, which says less.
  const isOfType = ({ items }: Finding): number => Number(items[0]?.kind === 'type');
  for (const finding of [...findings].sort(
    (a, b) => isInterval(a) - isInterval(b) || isOfType(a) - isOfType(b) || byStrength(a, b),
  )) {
    // What may be chance explains nothing that is established.
    const trusted = kept.filter((other) => other.finding.tier === 'established' || finding.tier === 'tentative');
    const reported = reportedOf(finding, timeline);
    if (!isEcho(reported, trusted, timeline) && !isOfOneWeekday(finding, weekly, timeline)) kept.push(reported);
  }
  return { findings: kept.map(({ finding }) => finding), redundant: findings.length - kept.length };
}

function isEcho({ finding, pair }: Reported, others: readonly Reported[], timeline: Timeline): boolean {
  const alike = others.filter((other) => sameShape(other.finding, finding));
  if (pair !== undefined) return pair.isToldBy(pairsOf(alike), pairsOf(others));
  const sample = spread(finding.evidence(), SAMPLE);
  const explains = ({ covered }: Reported): boolean =>
    sample.filter((memory) => covered.has(memory)).length >= sample.length * ECHO_SHARE;
  if (alike.some(explains)) return true;
  return finding.family === 'interval' && isBetweenWeekdays(finding, sample, others.filter(explains), timeline);
}

/** Whether it comes back after as many days as lie between two weekdays that are reported, and that hold nearly all of it. */
function isBetweenWeekdays(
  { params }: Finding,
  sample: readonly number[],
  explaining: readonly Reported[],
  { weekdays, dayOf }: Timeline,
): boolean {
  const found = explaining.map(({ finding }) => finding.params['weekday']);
  const reported = [...new Set(found.filter((weekday) => typeof weekday === 'number'))].sort((a, b) => a - b);
  const [first, second] = reported;
  if (first === undefined || second === undefined) return false;
  const held = sample.filter((memory) => reported.includes(weekdays[dayOf[memory] ?? 0] ?? 0));
  if (held.length < HELD_SHARE * sample.length) return false;
  const gaps = reported.map((weekday, at) => (reported[at + 1] ?? first + DAYS_A_WEEK) - weekday);
  return gaps.includes(Number(params['intervalDays']));
}

/** Of each thing the weekdays that are established for it. */
function weekdaysOf(findings: readonly Finding[]): ReadonlyMap<Item, ReadonlySet<unknown>> {
  const weekdays = new Map<Item, Set<unknown>>();
  for (const { family, tier, items, params } of findings) {
    const [item] = items;
    if (family !== 'routine' || tier !== 'established' || item === undefined) continue;
    if (params['weekday'] !== undefined) weekdays.set(item, (weekdays.get(item) ?? new Set()).add(params['weekday']));
  }
  return weekdays;
}

/** Beans of Wednesdays go with swimming of Wednesdays, as everything does that has this weekday. */
function isOfOneWeekday(
  { family, items, params, evidence }: Finding,
  weekly: ReadonlyMap<Item, ReadonlySet<unknown>>,
  { weekdays, dayOf }: Timeline,
): boolean {
  if (family !== 'association') return false;
  // What one memory tells of both is more than that they have a weekday.
  const isFree = params['together'] === 'day';
  const [first, second] = items.map(
    (item) => weekly.get(item) ?? (isFree ? weekdayHolding(item, weekdays) : undefined),
  );
  if (first === undefined || second === undefined) return false;
  const days = [...new Set(evidence().map((memory) => dayOf[memory] ?? 0))];
  const held = days.filter((day) => first.has(weekdays[day]) && second.has(weekdays[day]));
  return held.length >= HELD_SHARE * days.length;
}

/** The weekday on which nearly all days of a thing lie, established or not. */
function weekdayHolding({ days }: Item, weekdays: Timeline['weekdays']): ReadonlySet<unknown> | undefined {
  const counts = Array.from({ length: DAYS_A_WEEK }, () => 0);
  for (const day of days) counts[weekdays[day] ?? 0] = (counts[weekdays[day] ?? 0] ?? 0) + 1;
  const most = counts.indexOf(Math.max(...counts));
  return (counts[most] ?? 0) >= HELD_SHARE * days.length ? new Set([most]) : undefined;
}

function pairsOf(reported: readonly Reported[]): PairDays[] {
  return reported.flatMap(({ pair }) => pair ?? []);
}

function reportedOf(finding: Finding, timeline: Timeline): Reported {
  const pair = PairDays.of(finding, timeline);
  const memories = finding.items.map((item) => item.memories);
  return { finding, pair, covered: new Set(pair === undefined ? [finding.evidence(), ...memories].flat() : []) };
}

interface Reported {
  readonly finding: Finding;
  readonly pair: PairDays | undefined;
  /** Memories that it explains. */
  readonly covered: ReadonlySet<number>;
}

function sameShape(stronger: Finding, finding: Finding): boolean {
  if (finding.family === 'interval' && stronger.family === 'routine')
    return isWeekly(finding) && stronger.params['weekday'] !== undefined && stronger.p <= finding.p;
  if (finding.family !== stronger.family) return false;
  const { params } = stronger;
  return Object.entries(finding.params).every(
    ([name, value]) => !SHAPE.has(name) || isClose(name, params[name], value),
  );
}

function isWeekly({ params }: Finding): boolean {
  return params['intervalDays'] === DAYS_A_WEEK;
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
