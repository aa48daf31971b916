import { NO_HOUR, type Timeline } from '../calendar/timeline.js';

const HOURS = 24;

/**
 * How much the tenant wrote when: the baseline of every test. What falls on Mondays because everything does is no
 * routine. Two measures are kept, by memories and by occupied cells, and the larger share is the chance: a burst of
 * memories raises one, steady presence the other.
 */
export class Exposure {
  private readonly hitsBySize = new Map<number, Float32Array>();
  private readonly size: number;
  private readonly dayCounts: Int32Array;
  /** Sums up to, and without, each day and hour of it: of memories, and of hours that hold any. */
  private readonly memoriesByHour: Int32Array;
  private readonly cellsByHour: Int32Array;

  /** @param leftOut of each memory: 1 where it is not looked at */
  constructor(
    private readonly timeline: Timeline,
    private readonly leftOut?: Uint8Array,
  ) {
    this.dayCounts = leftOut === undefined ? timeline.dayCounts : countsWithout(leftOut, timeline);
    this.size = this.dayCounts.reduce((sum, count) => sum + count, 0);
    this.memoriesByHour = new Int32Array((timeline.days.length + 1) * HOURS);
    this.cellsByHour = new Int32Array((timeline.days.length + 1) * HOURS);
    timeline.days.forEach((_, day) => this.sumHours(day));
  }

  holds(memory: number): boolean {
    return this.leftOut?.[memory] !== 1;
  }

  memoriesBetween(first: number, last: number): number {
    let count = 0;
    for (let day = first; day <= last; day += 1) count += this.dayCounts[day] ?? 0;
    return count;
  }

  /**
   * Of each day: the chance that so many memories placed like all memories touch it at least once.
   * Index: position among the days that hold memories.
   */
  hits(memories: number): Float32Array {
    let hits = this.hitsBySize.get(memories);
    if (hits === undefined) {
      hits = Float32Array.from(this.dayCounts, (count) => {
        const share = count / this.size;
        return share >= 1 ? 1 : 1 - Math.exp(memories * Math.log1p(-share));
      });
      this.hitsBySize.set(memories, hits);
    }
    return hits;
  }

  /** Share of the days in [first, last] (positions) on each weekday, as an item of this size would hit them. */
  weekdayShares(first: number, last: number, memories: number): number[] {
    const byHits = new Array<number>(8).fill(0);
    const byDays = new Array<number>(8).fill(0);
    const hits = this.hits(memories);
    for (let day = first; day <= last; day += 1) {
      const weekday = this.timeline.weekdays[day] ?? 0;
      byHits[weekday] = (byHits[weekday] ?? 0) + (hits[day] ?? 0);
      byDays[weekday] = (byDays[weekday] ?? 0) + Number((this.dayCounts[day] ?? 0) > 0);
    }
    return larger(shares(byHits), shares(byDays));
  }

  /** Share of each hour of the day between two positions of days: by memories, and by (day, hour) cells that hold any. Without those of no known hour. */
  hourShares(first: number, last: number): number[] {
    const between = (sums: Int32Array): number[] =>
      Array.from(
        { length: HOURS },
        (_, hour) => (sums[(last + 1) * HOURS + hour] ?? 0) - (sums[first * HOURS + hour] ?? 0),
      );
    return larger(shares(between(this.memoriesByHour)), shares(between(this.cellsByHour)));
  }

  /** Writes how many memories a day has in each hour, and returns how many these are. */
  hourCounts(day: number, into: Int32Array): number {
    const sums = this.memoriesByHour;
    const at = day * HOURS;
    let total = 0;
    for (let hour = 0; hour < HOURS; hour += 1) {
      const count = (sums[at + HOURS + hour] ?? 0) - (sums[at + hour] ?? 0);
      into[hour] = count;
      total += count;
    }
    return total;
  }

  private sumHours(day: number): void {
    const { dayStarts, hours } = this.timeline;
    const [from, to] = [day * HOURS, (day + 1) * HOURS];
    this.memoriesByHour.copyWithin(to, from, to);
    for (let memory = dayStarts[day] ?? 0; memory < (dayStarts[day + 1] ?? 0); memory += 1) {
      const hour = hours[memory] ?? NO_HOUR;
      if (hour === NO_HOUR || !this.holds(memory)) continue;
      const cell = to + hour;
      this.memoriesByHour[cell] = (this.memoriesByHour[cell] ?? 0) + 1;
    }
    for (let hour = 0; hour < HOURS; hour += 1) {
      const held = (this.memoriesByHour[to + hour] ?? 0) > (this.memoriesByHour[from + hour] ?? 0);
      this.cellsByHour[to + hour] = (this.cellsByHour[from + hour] ?? 0) + Number(held);
    }
  }
}

export function larger(a: readonly number[], b: readonly number[]): number[] {
  return a.map((share, index) => Math.max(share, b[index] ?? 0));
}

function countsWithout(leftOut: Uint8Array, { dayCounts, dayOf }: Timeline): Int32Array {
  const counts = Int32Array.from(dayCounts);
  leftOut.forEach((isOut, memory) => {
    const day = dayOf[memory] ?? 0;
    counts[day] = (counts[day] ?? 0) - isOut;
  });
  return counts;
}

function shares(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => (total === 0 ? 0 : count / total));
}
