import { DaySet } from './day-set.js';
import type { Item } from './item.js';
import { episodesOf } from './meetings.js';
import { spanOf, type Timeline } from './timeline.js';

/** Days that one thing may lie after another, at most. */
export const LAGS_DAYS = [1, 3, 7] as const;

/** An item with its calendar days, prepared for being compared with all others. */
export class DatedItem {
  readonly days: readonly number[];
  readonly set: DaySet;
  /** For each lag: the days at most so far after one of the item's, before one, and both with its own. */
  readonly following: readonly DaySet[];
  readonly preceding: readonly DaySet[];
  readonly near: readonly DaySet[];
  /** For each lag: its episodes, and the same as days since the tenant's first, first and last of each in turn. */
  readonly episodes: readonly ReturnType<typeof episodesOf>[];
  readonly ends: readonly Int32Array[];

  constructor(
    readonly item: Item,
    timeline: Timeline,
  ) {
    this.days = item.days.map((position) => timeline.days[position] ?? 0);
    const first = timeline.days[0] ?? 0;
    this.set = DaySet.of(
      this.days.map((day) => day - first),
      spanOf(timeline),
    );
    this.following = LAGS_DAYS.map((lag) => this.set.following(lag));
    this.preceding = LAGS_DAYS.map((lag) => this.set.preceding(lag));
    this.near = this.following.map((after, index) => this.set.with(after).with(this.preceding[index] ?? after));
    this.episodes = LAGS_DAYS.map((lag) => episodesOf(this.days, lag));
    this.ends = this.episodes.map((each) =>
      Int32Array.from(each.flatMap((one) => [one.first - first, one.last - first])),
    );
  }
}
