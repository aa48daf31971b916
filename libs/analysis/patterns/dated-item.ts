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
  /** For each lag: the days at most so far from one of the item's, and its episodes. */
  readonly near: readonly DaySet[];
  readonly episodes: readonly ReturnType<typeof episodesOf>[];

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
    this.near = LAGS_DAYS.map((lag) => this.set.widened(lag));
    this.episodes = LAGS_DAYS.map((lag) => episodesOf(this.days, lag));
  }
}
