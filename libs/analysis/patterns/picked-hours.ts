import type { Item } from './item-table.js';
import type { Timeline } from './timeline.js';

export const HOURS = 24;

/** How often each hour is that of one memory a day; which one of the day depends on nothing but the day. */
export function oneHourADay({ memories }: Item, { dayOf, hours }: Timeline): number[] {
  const counts = new Array<number>(HOURS).fill(0);
  for (let from = 0; from < memories.length;) {
    const day = dayOf[memories[from] ?? 0] ?? 0;
    let to = from + 1;
    while (to < memories.length && dayOf[memories[to] ?? 0] === day) to += 1;
    const choice = from + ((Math.imul(day + 1, 0x9e3779b1) >>> 0) % (to - from));
    const hour = hours[memories[choice] ?? 0] ?? 0;
    counts[hour] = (counts[hour] ?? 0) + 1;
    from = to;
  }
  return counts;
}

/** The commonest of three hours; the middle one where it ties. */
export function centreOf(counts: readonly number[], middle: number): number {
  const before = (middle + HOURS - 1) % HOURS;
  const after = (middle + 1) % HOURS;
  return [before, after].reduce((best, hour) => ((counts[hour] ?? 0) > (counts[best] ?? 0) ? hour : best), middle);
}

/** At most an hour apart on the clock's face. */
export function isNearHour(hour: number, middle: number): boolean {
  return Math.abs(((hour - middle + HOURS + HOURS / 2) % HOURS) - HOURS / 2) <= 1;
}
