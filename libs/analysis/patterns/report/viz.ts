import type { Finding } from '../selection/fdr-selection.js';
import { weekdayOf } from '../calendar/local-clock.js';
import type { Viz } from '../types/pattern.js';
import { NO_HOUR, type Timeline } from '../calendar/timeline.js';

const SPARKS = 24;
/** Gaps up to here are shown one by one, of any interval. */
const SHORT_GAP_DAYS = 60;
/** Longer ones up to so many times the interval: it lies in the middle of the picture, with as much beyond it as before. */
const INTERVALS_SHOWN = 2;
const HOURS = 24;
const DAYS_A_WEEK = 7;

/** The evidence of a finding in numbers that a client can draw. */
export function vizOf(finding: Finding, timeline: Timeline): Viz {
  const { family, items, observed, of, expected, params } = finding;
  const memories = items.flatMap((item) => item.memories);
  if (family === 'routine') {
    const counts = weekHours(memories, timeline);
    if (params['hour'] === undefined) addWithoutHour(counts, memories, timeline);
    return { kind: 'weekHour', data: counts };
  }
  if (family === 'mood') return { kind: 'bars', data: moodShares(params, timeline) };
  if (family === 'importance_trend') return { kind: 'line', data: importances(memories, timeline) };
  if (family === 'trend' || family === 'theme') return { kind: 'spark', data: sparks(memories, timeline) };
  if (family !== 'interval') return { kind: 'pair', data: [observed, of - observed, tenths(expected)] };
  const longest = Math.max(SHORT_GAP_DAYS, INTERVALS_SHOWN * Number(params['intervalDays']));
  const days = items.flatMap((item) => item.days);
  return { kind: 'hist', data: gaps(days, longest, timeline) };
}

/** Days, not memories: five photographs of one lunch are one lunch. */
function weekHours(memories: readonly number[], { days, dayOf, hours }: Timeline): number[] {
  const counts = new Array<number>(DAYS_A_WEEK * HOURS).fill(0);
  const seen = new Set<number>();
  for (const memory of memories) {
    const hour = hours[memory] ?? NO_HOUR;
    const day = days[dayOf[memory] ?? 0] ?? 0;
    if (hour === NO_HOUR || seen.has(day * HOURS + hour)) continue;
    seen.add(day * HOURS + hour);
    const cell = (weekdayOf(day) - 1) * HOURS + hour;
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return counts;
}

/** Days of which no hour is known, at 0:00: where a weekday alone is reported, a picture without them would be empty. */
function addWithoutHour(counts: number[], memories: readonly number[], { days, dayOf, hours }: Timeline): void {
  const timed = new Set(memories.filter((memory) => hours[memory] !== NO_HOUR).map((memory) => dayOf[memory]));
  for (const position of new Set(memories.map((memory) => dayOf[memory] ?? 0))) {
    if (timed.has(position)) continue;
    const cell = (weekdayOf(days[position] ?? 0) - 1) * HOURS;
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
}

function gaps(positions: readonly number[], longest: number, { days }: Timeline): number[] {
  const counts = new Array<number>(longest + 1).fill(0);
  for (let at = 1; at < positions.length; at += 1) {
    const gap = (days[positions[at] ?? 0] ?? 0) - (days[positions[at - 1] ?? 0] ?? 0);
    counts[Math.min(gap, longest)] = (counts[Math.min(gap, longest)] ?? 0) + 1;
  }
  return counts;
}

/** A day counts where its first memory lies. */
function sparks(memories: readonly number[], { observations, dayOf }: Timeline): number[] {
  const counts = new Array<number>(SPARKS).fill(0);
  const first = observations[0]?.at ?? 0;
  const span = Math.max(1, (observations.at(-1)?.at ?? 0) - first);
  let day = -1;
  for (const memory of memories) {
    if (dayOf[memory] === day) continue;
    day = dayOf[memory] ?? 0;
    const part = Math.floor((((observations[memory]?.at ?? 0) - first) / span) * SPARKS);
    const cell = Math.max(0, Math.min(SPARKS - 1, part));
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return counts;
}

/** Share of the memories with a feeling that have the one in question, by weekday or by hour; 0 where there are none. */
function moodShares(params: Finding['params'], { observations, weekdays, dayOf, hours }: Timeline): number[] {
  const isHour = params['hour'] !== undefined;
  const cells = Array.from({ length: isHour ? HOURS : DAYS_A_WEEK }, () => ({ all: 0, agree: 0 }));
  const sign = params['direction'] === 'positive' ? 1 : -1;
  observations.forEach(({ valence }, memory) => {
    const cell = cells[isHour ? (hours[memory] ?? NO_HOUR) : (weekdays[dayOf[memory] ?? 0] ?? 1) - 1];
    if (cell === undefined || valence === 0) return;
    cell.all += 1;
    cell.agree += Number(valence === sign);
  });
  return cells.map(({ all, agree }) => hundredths(agree / Math.max(1, all)));
}

/** Mean importance in equal stretches of time; where nothing lies, that of the stretch before. */
function importances(memories: readonly number[], { observations }: Timeline): number[] {
  const first = observations[0]?.at ?? 0;
  const span = Math.max(1, (observations.at(-1)?.at ?? 0) - first);
  const sums = Array.from({ length: SPARKS }, () => ({ count: 0, sum: 0 }));
  for (const memory of memories) {
    const { at = first, importance = 0 } = observations[memory] ?? {};
    const cell = sums[Math.max(0, Math.min(SPARKS - 1, Math.floor(((at - first) / span) * SPARKS)))];
    if (cell === undefined) continue;
    cell.count += 1;
    cell.sum += importance;
  }
  let last = hundredths(observations[memories[0] ?? 0]?.importance ?? 0);
  return sums.map(({ count, sum }) => (last = count === 0 ? last : hundredths(sum / count)));
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
