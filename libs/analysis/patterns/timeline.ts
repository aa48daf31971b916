import { weekdayOf, type LocalClock } from './local-clock.js';
import type { Observation } from './observation.js';

/** All memories in the order of time, and the days they fall on. A "position" is an index into `days`. */
export interface Timeline {
  /** By event time, then id. */
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
  /** Of each memory: the local hour. */
  readonly hours: Uint8Array;
}

export function timelineOf(unordered: readonly Observation[], clock: LocalClock): Timeline {
  const observations = inOrder(unordered);
  const days: number[] = [];
  const starts: number[] = [];
  const dayOf = new Int32Array(observations.length);
  const hours = new Uint8Array(observations.length);
  observations.forEach(({ at }, index) => {
    const { day, hour } = clock.at(at);
    // A clock set back may repeat an hour, never a day: days only ascend.
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

function inOrder(observations: readonly Observation[]): readonly Observation[] {
  const ordered = observations.every((next, index) => {
    const before = observations[index - 1];
    return before === undefined || compare(before, next) <= 0;
  });
  return ordered ? observations : [...observations].sort(compare);
}

function compare(a: Observation, b: Observation): number {
  return a.at - b.at || (a.id < b.id ? -1 : Number(a.id > b.id));
}
