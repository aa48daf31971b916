import { DaySet } from '../calendar/day-set.js';
import { dayWindows, type DayWindows } from '../calendar/day-windows.js';
import type { Item } from '../types/item.js';
import { episodesOf } from './co-occurrences.js';
import type { Timeline } from '../calendar/timeline.js';

/** Days that one thing may lie after another, at most. */
export const LAGS_DAYS = [1, 3, 7] as const;

/** For each lag: of each day that holds memories, which others (positions) are so near. */
export function daysNear(timeline: Timeline): readonly DayWindows[] {
  return LAGS_DAYS.map((lag) => dayWindows(timeline, lag));
}

/**
 * An item with its calendar days, prepared for being compared with all others. Its sets are of positions, the days that
 * hold memories: everything that it is compared with is on one of these days, and sets of calendar days would grow with the time
 * between memories.
 */
export class DatedItem {
  readonly days: readonly number[];
  readonly set: DaySet;
  /** For each lag: the days at most so far after one of the item's, before one, and both with its own. */
  readonly following: readonly DaySet[];
  readonly preceding: readonly DaySet[];
  readonly near: readonly DaySet[];
  /** For each lag: its episodes, and the same by position, first and last of each in turn. */
  readonly episodes: readonly ReturnType<typeof episodesOf>[];
  readonly ends: readonly Int32Array[];

  /** @param windows see `daysNear` */
  constructor(
    readonly item: Item,
    { days }: Timeline,
    windows: readonly DayWindows[],
  ) {
    this.days = item.days.map((position) => days[position] ?? 0);
    this.set = DaySet.of(item.days, days.length);
    this.following = windows.map(({ to }) => covered(item.days, days.length, (day) => [day + 1, to[day] ?? 0]));
    this.preceding = windows.map(({ from }) => covered(item.days, days.length, (day) => [from[day] ?? 0, day]));
    this.near = this.following.map((after, index) => this.set.with(after).with(this.preceding[index] ?? after));
    this.episodes = LAGS_DAYS.map((lag) => episodesOf(this.days, lag));
    const positionOf = new Map(item.days.map((position) => [days[position] ?? 0, position]));
    this.ends = this.episodes.map((each) =>
      Int32Array.from(each.flatMap((one) => [positionOf.get(one.first) ?? 0, positionOf.get(one.last) ?? 0])),
    );
  }
}

/** All days in the range [from, to) of any of these; ranges may overlap, and none begins or ends before an earlier one. */
function covered(
  positions: readonly number[],
  size: number,
  rangeOf: (position: number) => readonly [number, number],
): DaySet {
  const days: number[] = [];
  let next = 0;
  for (const position of positions) {
    const [from, to] = rangeOf(position);
    for (next = Math.max(next, from); next < to; next += 1) days.push(next);
  }
  return DaySet.of(days, size);
}
