import { DaySet } from './day-set.js';
import type { Item } from './item.js';
import { episodesOf } from './meetings.js';
import type { Timeline } from './timeline.js';

/** Days that one thing may lie after another, at most. */
export const LAGS_DAYS = [1, 3, 7] as const;
/** Days further apart than this share no day that is near to both. */
const LONGEST_GAP_DAYS = 2 * Math.max(...LAGS_DAYS) + 1;

/** An item with its calendar days, prepared for being compared with all others. */
export class DatedItem {
  readonly days: readonly number[];
  readonly set: DaySet;
  /** For each lag: the days at most so far after one of the item's, before one, and both with its own. */
  readonly following: readonly DaySet[];
  readonly preceding: readonly DaySet[];
  readonly near: readonly DaySet[];
  /** For each lag: its episodes, and the same by `closedUp`, first and last of each in turn. */
  readonly episodes: readonly ReturnType<typeof episodesOf>[];
  readonly ends: readonly Int32Array[];

  /** @param numbers of the days that hold memories, see `closedUp` */
  constructor(
    readonly item: Item,
    { days }: Timeline,
    numbers: Int32Array,
  ) {
    this.days = item.days.map((position) => days[position] ?? 0);
    const numberOf = new Map(item.days.map((position) => [days[position] ?? 0, numbers[position] ?? 0]));
    this.set = DaySet.of([...numberOf.values()], (numbers.at(-1) ?? 0) + 1);
    this.following = LAGS_DAYS.map((lag) => this.set.following(lag));
    this.preceding = LAGS_DAYS.map((lag) => this.set.preceding(lag));
    this.near = this.following.map((after, index) => this.set.with(after).with(this.preceding[index] ?? after));
    this.episodes = LAGS_DAYS.map((lag) => episodesOf(this.days, lag));
    this.ends = this.episodes.map((each) =>
      Int32Array.from(each.flatMap((one) => [numberOf.get(one.first) ?? 0, numberOf.get(one.last) ?? 0])),
    );
  }
}

/**
 * Days numbered from 0, in order; longer gaps than matter are made shorter. One memory of centuries ago would
 * else make every set of days as long as these centuries.
 */
export function closedUp({ days }: Timeline): Int32Array {
  const numbers = new Int32Array(days.length);
  for (let at = 1; at < days.length; at += 1) {
    const gap = (days[at] ?? 0) - (days[at - 1] ?? 0);
    numbers[at] = (numbers[at - 1] ?? 0) + Math.min(gap, LONGEST_GAP_DAYS);
  }
  return numbers;
}
