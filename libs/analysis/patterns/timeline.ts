import type { LocalClock } from './local-clock.js';
import type { Observation } from './observation.js';

/** All memories in the order of time, and the days they fall on. A "position" is an index into `days`. */
export interface Timeline {
  /** By event time, then id. */
  readonly observations: readonly Observation[];
  readonly size: number;
  /** The local days that hold memories, ascending. */
  readonly days: readonly number[];
  /** Memories on each of these days. */
  readonly dayCounts: readonly number[];
  /** Index of the first memory of each of these days; one more entry closes the last. */
  readonly dayStarts: readonly number[];
  /** Of each memory: the position of its day. */
  readonly dayOf: Int32Array;
  /** Of each memory: the local hour. */
  readonly hours: Uint8Array;
}

export function timelineOf(unordered: readonly Observation[], clock: LocalClock): Timeline {
  const observations = [...unordered].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const days: number[] = [];
  const dayStarts: number[] = [];
  const dayOf = new Int32Array(observations.length);
  const hours = new Uint8Array(observations.length);
  observations.forEach(({ at }, index) => {
    const { day, hour } = clock.at(at);
    // A clock set back may repeat an hour, never a day: days only ascend.
    if (days.length === 0 || day > (days.at(-1) ?? 0)) {
      days.push(day);
      dayStarts.push(index);
    }
    dayOf[index] = days.length - 1;
    hours[index] = hour;
  });
  dayStarts.push(observations.length);
  const dayCounts = days.map((_, position) => (dayStarts[position + 1] ?? 0) - (dayStarts[position] ?? 0));
  return { observations, size: observations.length, days, dayCounts, dayStarts, dayOf, hours };
}
