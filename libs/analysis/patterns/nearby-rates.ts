import { dayWindows } from './day-windows.js';
import type { Exposure } from './exposure.js';
import type { Item } from './item-table.js';
import type { Timeline } from './timeline.js';

/** How far around a day the neighbourhood reaches, in days. */
const REACH_DAYS = 21;
/** Never certain: what is there every day may still be missing once. */
const HIGHEST = 0.98;

/**
 * How likely an item is on each day, by chance. The larger of two answers: what its number and that day's writing say,
 * and how often it was there on the days around (that day left out). The second keeps two things that merely have
 * their season together from looking linked.
 */
export class NearbyRates {
  private readonly windows;
  private readonly rates = new Map<Item, Float32Array>();

  constructor(
    private readonly timeline: Timeline,
    private readonly exposure: Exposure,
  ) {
    this.windows = dayWindows(timeline, REACH_DAYS);
  }

  /** Mean over some days, given as positions. */
  meanOver(item: Item, positions: readonly number[]): number {
    const rates = this.of(item);
    let total = 0;
    for (const position of positions) total += rates[position] ?? 0;
    return total / positions.length;
  }

  private of(item: Item): Float32Array {
    let rates = this.rates.get(item);
    if (rates === undefined) {
      rates = this.compute(item);
      this.rates.set(item, rates);
    }
    return rates;
  }

  private compute(item: Item): Float32Array {
    const size = this.timeline.days.length;
    const { from, to } = this.windows;
    const sums = new Int32Array(size + 1);
    for (const position of item.days) sums[position + 1] = 1;
    for (let day = 1; day <= size; day += 1) sums[day] = (sums[day] ?? 0) + (sums[day - 1] ?? 0);
    const hits = this.exposure.hits(item.memories.length);
    return hits.map((hit, position) => {
      const [low, high] = [from[position] ?? 0, to[position] ?? 0];
      const own = (sums[position + 1] ?? 0) - (sums[position] ?? 0);
      const around = high - low === 1 ? 0 : ((sums[high] ?? 0) - (sums[low] ?? 0) - own) / (high - low - 1);
      return Math.min(HIGHEST, Math.max(hit, around));
    });
  }
}
