import { DAY_MS, weekdayOf, type LocalClock, type LocalTime } from './local-clock.js';
import type { Observation } from '../types/observation.js';

/** The hour of a memory of which only the day is known. */
export const NO_HOUR = -1;

/** All memories in the order of time, and the days they fall on. A "position" is an index into `days`. */
export interface Timeline {
  /** By local day, then event time, then id. */
  readonly observations: readonly Observation[];
  readonly size: number;
  /** The local days that hold memories, ascending. */
  readonly days: Int32Array;
  /** Of each of these days: 1 Monday to 7 Sunday. */
  readonly weekdays: Uint8Array;
  /** Memories on each of these days. */
  readonly dayCounts: Int32Array;
  /** Index of the first memory of each of these days; one more entry closes the last. */
  readonly dayStarts: Int32Array;
  /** Of each memory: the position of its day. */
  readonly dayOf: Int32Array;
  /** Of each memory: the local hour, or `NO_HOUR`. */
  readonly hours: Int8Array;
}

export function timelineOf(unordered: readonly Observation[], clock: LocalClock): Timeline {
  const [observations, moments] = inOrder(unordered, clock);
  const days: number[] = [];
  const starts: number[] = [];
  const dayOf = new Int32Array(observations.length);
  const hours = new Int8Array(observations.length);
  moments.forEach(({ day, hour }, index) => {
    if (days.length === 0 || day > (days.at(-1) ?? 0)) {
      days.push(day);
      starts.push(index);
    }
    dayOf[index] = days.length - 1;
    hours[index] = hour;
  });
  starts.push(observations.length);
  return {
    observations,
    size: observations.length,
    days: Int32Array.from(days),
    weekdays: Uint8Array.from(days, weekdayOf),
    dayCounts: Int32Array.from(days, (_, position) => (starts[position + 1] ?? 0) - (starts[position] ?? 0)),
    dayStarts: Int32Array.from(starts),
    dayOf,
    hours,
  };
}

/** Days from the first memory to the last, both counted. */
export function spanOf({ days }: Timeline): number {
  return days.length === 0 ? 0 : (days.at(-1) ?? 0) - (days[0] ?? 0) + 1;
}

/** Clocks set back repeat an hour, never a day; but a day without an hour need not lie where it does in UTC. */
function inOrder(
  unordered: readonly Observation[],
  clock: LocalClock,
): readonly [readonly Observation[], readonly LocalTime[]] {
  const observations = isSorted(unordered, compare) ? unordered : unordered.toSorted(compare);
  const moments = observations.map((observation) => momentOf(observation, clock));
  if (isSorted(moments, byDay)) return [observations, moments];
  const both = observations.map((observation) => ({ observation, ...momentOf(observation, clock) }));
  both.sort(byDay);
  return [both.map(({ observation }) => observation), both];
}

function momentOf({ at, isDay }: Observation, clock: LocalClock): LocalTime {
  return isDay === true ? { day: Math.floor(at / DAY_MS), hour: NO_HOUR } : clock.at(at);
}

function isSorted<T>(values: readonly T[], order: (a: T, b: T) => number): boolean {
  return values.every((next, index) => index === 0 || order(values[index - 1] as T, next) <= 0);
}

function byDay(a: LocalTime, b: LocalTime): number {
  return a.day - b.day;
}

function compare(a: Observation, b: Observation): number {
  return a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id));
}
