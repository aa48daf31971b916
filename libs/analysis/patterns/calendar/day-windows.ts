import type { Timeline } from './timeline.js';

/** Of each day: the range of positions [from, to) of the days at most so many days away. */
export interface DayWindows {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

export function dayWindows({ days }: Timeline, reach: number): DayWindows {
  const from = new Int32Array(days.length);
  const to = new Int32Array(days.length);
  let low = 0;
  let high = 0;
  days.forEach((here, position) => {
    while (here - (days[low] ?? here) > reach) low += 1;
    while (high < days.length && (days[high] ?? 0) - here <= reach) high += 1;
    from[position] = low;
    to[position] = high;
  });
  return { from, to };
}
