import type { PatternSearch } from './candidate.js';
import type { Item } from './item-table.js';

/** How far around a day the neighbourhood reaches, in days. */
const REACH_DAYS = 21;

/**
 * How likely an item is on each day, by chance. The larger of two answers: what its number and that day's writing say,
 * and how often it was there on the days around (that day left out). The second keeps two things that merely have
 * their season together from looking linked.
 */
export class NearbyRate {
  private readonly cumulated: Float64Array;

  constructor(
    private readonly search: PatternSearch,
    private readonly item: Item,
  ) {
    const { days } = search.timeline;
    this.cumulated = new Float64Array(days.length + 1);
    const present = new Set(item.days);
    days.forEach((_, position) => {
      this.cumulated[position + 1] = (this.cumulated[position] ?? 0) + (present.has(position) ? 1 : 0);
    });
  }

  on(position: number): number {
    const { timeline, exposure } = this.search;
    const overall = exposure.hit(position, this.item.memories.length);
    const here = timeline.days[position] ?? 0;
    const from = firstAtOrAfter(timeline.days, here - REACH_DAYS);
    const to = firstAtOrAfter(timeline.days, here + REACH_DAYS + 1);
    const self = (this.cumulated[position + 1] ?? 0) - (this.cumulated[position] ?? 0);
    const around = (this.cumulated[to] ?? 0) - (this.cumulated[from] ?? 0) - self;
    const others = to - from - 1;
    return Math.min(0.98, Math.max(overall, others <= 0 ? 0 : around / others));
  }
}

function firstAtOrAfter(days: readonly number[], day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
