import { weekdayOf } from './local-clock.js';
import type { Timeline } from './timeline.js';

/**
 * How much the tenant wrote when: the baseline of every test. What falls on Mondays because everything does is no
 * routine. Two measures are kept, by memories and by occupied cells, and the larger share is the chance: a burst of
 * memories raises one, steady presence the other.
 */
export class Exposure {
  constructor(private readonly timeline: Timeline) {}

  /**
   * Chance that `trials` memories placed like all memories touch this day at least once.
   * @param day position among the days that hold memories
   */
  hit(day: number, memories: number): number {
    const share = (this.timeline.dayCounts[day] ?? 0) / this.timeline.size;
    return share >= 1 ? 1 : 1 - Math.exp(memories * Math.log1p(-share));
  }

  /** Share of the days in [first, last] (positions) that fall on each weekday, as an item of this size would hit them. */
  weekdayShares(first: number, last: number, memories: number): number[] {
    const byHits = new Array<number>(8).fill(0);
    const byDays = new Array<number>(8).fill(0);
    for (let day = first; day <= last; day += 1) {
      const weekday = weekdayOf(this.timeline.days[day] ?? 0);
      byHits[weekday] = (byHits[weekday] ?? 0) + this.hit(day, memories);
      byDays[weekday] = (byDays[weekday] ?? 0) + 1;
    }
    return larger(shares(byHits), shares(byDays));
  }

  /** Share of each hour of the day between two positions of days: by memories, and by (day, hour) cells that hold any. */
  hourShares(first: number, last: number): number[] {
    const { dayStarts, hours } = this.timeline;
    const byMemories = new Array<number>(24).fill(0);
    const byCells = new Array<number>(24).fill(0);
    for (let day = first; day <= last; day += 1) {
      let seen = 0;
      for (let at = dayStarts[day] ?? 0; at < (dayStarts[day + 1] ?? 0); at += 1) {
        const hour = hours[at] ?? 0;
        byMemories[hour] = (byMemories[hour] ?? 0) + 1;
        if ((seen & (1 << hour)) === 0) byCells[hour] = (byCells[hour] ?? 0) + 1;
        seen |= 1 << hour;
      }
    }
    return larger(shares(byMemories), shares(byCells));
  }
}

function shares(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (total === 0 ? 0 : count / total));
}

function larger(a: readonly number[], b: readonly number[]): number[] {
  return a.map((share, index) => Math.max(share, b[index] ?? 0));
}
