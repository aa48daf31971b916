import type { PatternSearch } from './candidate.js';
import type { Item } from './item-table.js';

/** How far around a day the neighbourhood reaches, in days. */
const REACH_DAYS = 21;
/** Never certain: what is there every day may still be missing once. */
const HIGHEST = 0.98;

/**
 * How likely an item is on each day, by chance. The larger of two answers: what its number and that day's writing say,
 * and how often it was there on the days around (that day left out). The second keeps two things that merely have
 * their season together from looking linked.
 */
export class NearbyRate {
  private readonly rates: Float64Array;

  constructor({ timeline, exposure }: PatternSearch, item: Item) {
    const { days } = timeline;
    const cumulated = new Float64Array(days.length + 1);
    for (const position of item.days) cumulated[position + 1] = 1;
    for (let day = 1; day < cumulated.length; day += 1)
      cumulated[day] = (cumulated[day] ?? 0) + (cumulated[day - 1] ?? 0);
    const between = (from: number, to: number): number => (cumulated[to] ?? 0) - (cumulated[from] ?? 0);
    let from = 0;
    let to = 0;
    this.rates = Float64Array.from(days, (here, position) => {
      while (here - (days[from] ?? here) > REACH_DAYS) from += 1;
      while (to < days.length && (days[to] ?? 0) - here <= REACH_DAYS) to += 1;
      const others = to - from - 1;
      const around = others === 0 ? 0 : (between(from, to) - between(position, position + 1)) / others;
      return Math.min(HIGHEST, Math.max(exposure.hit(position, item.memories.length), around));
    });
  }

  /** Mean over some days, given as positions. */
  meanOver(positions: readonly number[]): number {
    let total = 0;
    for (const position of positions) total += this.rates[position] ?? 0;
    return total / positions.length;
  }
}
