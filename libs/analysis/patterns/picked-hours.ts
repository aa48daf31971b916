import type { Exposure } from './exposure.js';
import type { Item } from './item.js';
import { NO_HOUR, type Timeline } from './timeline.js';

export const HOURS = 24;

/** The memories of which an hour is known, and their days. */
export function withHour(item: Item, { dayOf, hours }: Timeline): Pick<Item, 'memories' | 'days'> {
  const memories = item.memories.filter((memory) => hours[memory] !== NO_HOUR);
  return memories.length === item.memories.length
    ? item
    : { memories, days: [...new Set(memories.map((memory) => dayOf[memory] ?? 0))] };
}

/** How often each hour is that of one memory a day; which one of the day depends on nothing but the day. */
export function oneHourADay({ memories }: Pick<Item, 'memories'>, { dayOf, hours }: Timeline): number[] {
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

/** So many memories of the general mixture are added to the others of a day, which may be few. */
const PRIOR_MEMORIES = 3;

/**
 * How likely each hour is for a thing, by chance: the largest of what the tenant writes then in general, by memories and
 * by days, and what else was written then on just the days of the thing. The last one is the only right one where some
 * days hold many more memories than others.
 */
export function hourChances(item: Pick<Item, 'memories' | 'days'>, timeline: Timeline, exposure: Exposure): number[] {
  const general = exposure.hourShares(item.days[0] ?? 0, item.days.at(-1) ?? 0);
  const prior = Float64Array.from(general, (share) => PRIOR_MEMORIES * share);
  const sums = new Float64Array(HOURS);
  const others = new Int32Array(HOURS);
  let memory = 0;
  for (const day of item.days) {
    const all = exposure.hourCounts(day, others);
    let own = 0;
    for (; timeline.dayOf[item.memories[memory] ?? -1] === day; memory += 1, own += 1) {
      const hour = timeline.hours[item.memories[memory] ?? 0] ?? 0;
      others[hour] = (others[hour] ?? 0) - 1;
    }
    const total = all - own + PRIOR_MEMORIES;
    for (let hour = 0; hour < HOURS; hour += 1) {
      sums[hour] = (sums[hour] ?? 0) + ((others[hour] ?? 0) + (prior[hour] ?? 0)) / total;
    }
  }
  return general.map((share, hour) => Math.max(share, (sums[hour] ?? 0) / item.days.length));
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
