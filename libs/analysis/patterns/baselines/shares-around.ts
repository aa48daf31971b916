import { dayWindows } from '../calendar/day-windows.js';
import type { Timeline } from '../calendar/timeline.js';

/** How far around a day others are compared with, in days. */
const REACH_DAYS = 30;
/** So many memories of the whole tenant's mixture are added to those around a day: few neighbours say little. */
const PRIOR_MEMORIES = 10;

/** Of each memory: 1 it has a property, 0 it has not, −1 it cannot be judged. */
export type Judgements = Int8Array;

export function judged<T>(list: readonly T[], judge: (value: T) => number): Judgements {
  const judgements = new Int8Array(list.length);
  list.forEach((value, index) => (judgements[index] = judge(value)));
  return judgements;
}

/** How common a property is around single days, always without the memories that are being judged. */
export class SharesAround {
  private readonly windows;
  private readonly all: Sums;
  private readonly own: Sums;

  constructor(
    private readonly timeline: Timeline,
    private readonly judgements: Judgements,
  ) {
    this.windows = dayWindows(timeline, REACH_DAYS);
    this.all = emptySums(timeline.days.length);
    this.own = emptySums(timeline.days.length);
    for (let memory = 0; memory < timeline.size; memory += 1) this.add(this.all, memory);
    cumulate(this.all);
  }

  /**
   * Of each of these days (positions): how common the property is around it, always between 0 and 1.
   * @param without memories that are being judged
   */
  of(positions: readonly number[], without: readonly number[]): number[] {
    this.own.having.fill(0);
    this.own.judged.fill(0);
    for (const memory of without) this.add(this.own, memory);
    cumulate(this.own);
    const last = this.timeline.days.length;
    const everywhere = (this.having(0, last) + 0.5) / (this.judged(0, last) + 1);
    return positions.map((position) => {
      const [from, to] = [this.windows.from[position] ?? 0, this.windows.to[position] ?? 0];
      return (this.having(from, to) + everywhere * PRIOR_MEMORIES) / (this.judged(from, to) + PRIOR_MEMORIES);
    });
  }

  private having(from: number, to: number): number {
    return between(this.all.having, from, to) - between(this.own.having, from, to);
  }

  private judged(from: number, to: number): number {
    return between(this.all.judged, from, to) - between(this.own.judged, from, to);
  }

  private add(sums: Sums, memory: number): void {
    const judgement = this.judgements[memory] ?? -1;
    const day = (this.timeline.dayOf[memory] ?? 0) + 1;
    if (judgement >= 0) sums.judged[day] = (sums.judged[day] ?? 0) + 1;
    if (judgement === 1) sums.having[day] = (sums.having[day] ?? 0) + 1;
  }
}

/** Counts of each day at first; then sums up to, and without, each day. */
interface Sums {
  readonly having: Int32Array;
  readonly judged: Int32Array;
}

function emptySums(days: number): Sums {
  return { having: new Int32Array(days + 1), judged: new Int32Array(days + 1) };
}

function cumulate({ having, judged }: Sums): void {
  for (let day = 1; day < having.length; day += 1) {
    having[day] = (having[day] ?? 0) + (having[day - 1] ?? 0);
    judged[day] = (judged[day] ?? 0) + (judged[day - 1] ?? 0);
  }
}

function between(sums: Int32Array, from: number, to: number): number {
  return (sums[to] ?? 0) - (sums[from] ?? 0);
}
