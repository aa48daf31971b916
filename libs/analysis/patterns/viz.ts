import type { Finding } from './decide.js';
import { weekdayOf } from './local-clock.js';
import type { Viz } from './pattern.js';
import { NO_HOUR, type Timeline } from './timeline.js';

const SPARKS = 24;
const LONGEST_GAP_DAYS = 60;
const HOURS = 24;

/** The evidence of a finding in numbers that a client can draw. */
export function vizOf(finding: Finding, timeline: Timeline): Viz {
  const { family, items, observed, of, expected } = finding;
  const memories = items.flatMap((item) => item.memories);
  if (family === 'routine') return { kind: 'weekHour', data: weekHours(memories, timeline) };
  if (family === 'trend' || family === 'theme') return { kind: 'spark', data: sparks(memories, timeline) };
  if (family !== 'interval') return { kind: 'pair', data: [observed, of - observed, tenths(expected)] };
  const days = items.flatMap((item) => item.days);
  return { kind: 'hist', data: gaps(days, timeline) };
}

function weekHours(memories: readonly number[], { days, dayOf, hours }: Timeline): number[] {
  const counts = new Array<number>(7 * HOURS).fill(0);
  for (const memory of memories) {
    const hour = hours[memory] ?? NO_HOUR;
    if (hour === NO_HOUR) continue;
    const cell = (weekdayOf(days[dayOf[memory] ?? 0] ?? 0) - 1) * HOURS + hour;
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return counts;
}

function gaps(positions: readonly number[], { days }: Timeline): number[] {
  const counts = new Array<number>(LONGEST_GAP_DAYS + 1).fill(0);
  for (let at = 1; at < positions.length; at += 1) {
    const gap = (days[positions[at] ?? 0] ?? 0) - (days[positions[at - 1] ?? 0] ?? 0);
    counts[Math.min(gap, LONGEST_GAP_DAYS)] = (counts[Math.min(gap, LONGEST_GAP_DAYS)] ?? 0) + 1;
  }
  return counts;
}

function sparks(memories: readonly number[], { observations }: Timeline): number[] {
  const counts = new Array<number>(SPARKS).fill(0);
  const first = observations[0]?.at ?? 0;
  const span = Math.max(1, (observations.at(-1)?.at ?? 0) - first);
  for (const memory of memories) {
    const part = Math.floor((((observations[memory]?.at ?? 0) - first) / span) * SPARKS);
    const cell = Math.max(0, Math.min(SPARKS - 1, part));
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return counts;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
