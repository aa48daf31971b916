import type { Timeline } from './timeline.js';

/**
 * Of each day that holds memories: a number, from 0 on, in order. Gaps count in days as they are, but none for more than
 * the longest: one memory of centuries ago would else make a calendar of these centuries, nearly all of it empty.
 */
export function closedUp({ days }: Pick<Timeline, 'days'>, longestGap: number): Int32Array {
  const numbers = new Int32Array(days.length);
  for (let at = 1; at < days.length; at += 1) {
    const gap = (days[at] ?? 0) - (days[at - 1] ?? 0);
    numbers[at] = (numbers[at - 1] ?? 0) + Math.min(gap, longestGap);
  }
  return numbers;
}
