import { spanOf, type Timeline } from '../calendar/timeline.js';

/** Periods are looked for between these, whole days. */
export const MIN_DAYS = 3;
export const MAX_DAYS = 120;
/** Chances a day of a thing's return that are considered: from rare to nearly daily. */
const HAZARDS = [0, 0.01, 0.02, 0.04, 0.08, 0.15, 0.25, 0.4, 0.6];

/**
 * How likely a gap between P/2 and 2P days lies within P ± tolerance, if things return without any period. The largest
 * answer over all daily chances of return counts, so it also bounds every mixture of them: bursts make no interval.
 * Days on which the tenant writes weigh more: who writes weekly makes no weekly habit of everything. How much more, is
 * asked twice, and the larger answer counts: a day of a hundred memories may be one of a hundred things, or one of few.
 */
export class RecurrenceTest {
  private readonly together: readonly Float64Array[];
  private readonly chances = new Map<number, number>();

  constructor(timeline: Timeline) {
    // Roots: a day of a hundred memories is not ten times as likely to hold one thing as a day of ten. Unless it is a
    // monthly import: then nearly everything lies on such days.
    const roots = Float64Array.from(timeline.dayCounts, Math.sqrt);
    this.together = [roots, timeline.dayCounts].map((weights) => autocorrelation(timeline, weights));
  }

  near(period: number): number {
    let chance = this.chances.get(period);
    if (chance === undefined) {
      chance = Math.max(
        ...this.together.flatMap((together) => HAZARDS.map((hazard) => shareFor(period, hazard, together))),
      );
      this.chances.set(period, chance);
    }
    return chance;
  }
}

function shareFor(period: number, hazard: number, together: Float64Array): number {
  const [first, last] = widest(period);
  const [from, to] = nearest(period);
  let weight = 1;
  let inside = 0;
  let all = 0;
  for (let gap = first; gap <= last; gap += 1) {
    const expected = (together[gap] ?? 0) * weight;
    all += expected;
    if (gap >= from && gap <= to) inside += expected;
    weight *= 1 - hazard;
  }
  return all === 0 ? 1 : inside / all;
}

/** Gaps that are looked at for a period, shortest and longest. */
export function widest(period: number): readonly [number, number] {
  return [Math.ceil(period / 2), period * 2];
}

/** Gaps that agree with it. */
export function nearest(period: number): readonly [number, number] {
  const tolerance = toleranceOf(period);
  return [Math.ceil(period - tolerance), Math.floor(period + tolerance)];
}

function toleranceOf(period: number): number {
  return Math.max(1, period * 0.1);
}

/** How much days so many days apart weigh together, relative to any two days. @param weights of the days */
function autocorrelation(timeline: Timeline, weights: ArrayLike<number>): Float64Array {
  const { days } = timeline;
  const products = new Float64Array(MAX_DAYS * 2 + 1);
  for (let position = 0; position < days.length; position += 1) {
    for (let other = position + 1; other < days.length; other += 1) {
      const gap = (days[other] ?? 0) - (days[position] ?? 0);
      if (gap >= products.length) break;
      products[gap] = (products[gap] ?? 0) + (weights[position] ?? 0) * (weights[other] ?? 0);
    }
  }
  const span = spanOf(timeline);
  return products.map((product, gap) => (gap < span ? product / (span - gap) : 0));
}
