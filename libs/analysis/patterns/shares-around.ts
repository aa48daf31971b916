import type { Timeline } from './timeline.js';

/** How far around a day others are compared with, in days. */
const REACH_DAYS = 30;
/** So many memories of the whole tenant's mixture are added to those around a day: few neighbours say little. */
const PRIOR_MEMORIES = 10;

/** How common a property is in general and around single days, always without the memories that are being judged. */
export class SharesAround {
  private readonly all: Counts;

  constructor(
    private readonly timeline: Timeline,
    private readonly judge: (memory: number) => boolean | undefined,
  ) {
    this.all = this.count(Array.from({ length: timeline.size }, (_, memory) => memory));
  }

  /** Mean over days (positions) of the larger of two shares: everywhere, and around that day. */
  mean(positions: readonly number[], without: readonly number[]): number {
    const own = this.count(without);
    const { days } = this.timeline;
    const [having, judged] = this.between(0, days.length, own);
    const everywhere = (having + 0.5) / (judged + 1);
    let from = 0;
    let to = 0;
    let total = 0;
    for (const position of positions) {
      const here = days[position] ?? 0;
      while (here - (days[from] ?? here) > REACH_DAYS) from += 1;
      while (to < days.length && (days[to] ?? 0) - here <= REACH_DAYS) to += 1;
      const [near, of] = this.between(from, to, own);
      total += Math.max(everywhere, (near + everywhere * PRIOR_MEMORIES) / (of + PRIOR_MEMORIES));
    }
    return total / positions.length;
  }

  private between(from: number, to: number, own: Counts): readonly [number, number] {
    const part = (counts: Float64Array): number => (counts[to] ?? 0) - (counts[from] ?? 0);
    return [part(this.all.having) - part(own.having), part(this.all.judged) - part(own.judged)];
  }

  private count(memories: readonly number[]): Counts {
    const having = new Float64Array(this.timeline.days.length + 1);
    const judged = new Float64Array(this.timeline.days.length + 1);
    for (const memory of memories) {
      const holds = this.judge(memory);
      const day = (this.timeline.dayOf[memory] ?? 0) + 1;
      if (holds !== undefined) judged[day] = (judged[day] ?? 0) + 1;
      if (holds === true) having[day] = (having[day] ?? 0) + 1;
    }
    return { having: cumulated(having), judged: cumulated(judged) };
  }
}

/** Sums up to, and without, each day. */
interface Counts {
  readonly having: Float64Array;
  readonly judged: Float64Array;
}

function cumulated(counts: Float64Array): Float64Array {
  for (let day = 1; day < counts.length; day += 1) counts[day] = (counts[day] ?? 0) + (counts[day - 1] ?? 0);
  return counts;
}
