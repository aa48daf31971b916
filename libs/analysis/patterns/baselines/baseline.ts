import { larger, type Exposure } from './exposure.js';
import { HOURS } from './hour-counts.js';
import type { Item } from '../types/item.js';
import type { Timeline } from '../calendar/timeline.js';

/** So many memories of the general mixture are added to the others of a day, which may be few. */
const PRIOR_MEMORIES = 3;
/** So many memories of the whole tenant's mixture are added to those without habits: few others of them say little. */
const PRIOR_WITHOUT_HABITS = 40;

type Timed = Pick<Item, 'memories' | 'days'>;

/**
 * When a thing happens by chance. The larger of two answers: when anything is written, and when anything is written that
 * has no times of its own. Beside a journal of every morning, everything but the journal looks like an evening thing
 * to the first alone.
 */
export class Baseline {
  /** @param others what is left without habits; nothing where there are none */
  constructor(
    private readonly timeline: Timeline,
    private readonly all: Exposure,
    private readonly others: Exposure | undefined,
  ) {}

  /** How likely each weekday is (index 1 to 7) for a day of this thing. */
  weekdays(item: Timed): number[] {
    return this.largest(item, (exposure) =>
      exposure.weekdayShares(item.days[0] ?? 0, item.days.at(-1) ?? 0, item.memories.length),
    );
  }

  /** How likely each hour is for a memory of this thing; the hour of all its memories is known. */
  hours(item: Timed): number[] {
    return this.largest(item, (exposure) => hourChances(item, this.timeline, exposure));
  }

  private largest({ days, memories }: Timed, chances: (exposure: Exposure) => number[]): number[] {
    const { all, others } = this;
    const general = chances(all);
    if (others === undefined) return general;
    const own = memories.reduce((count, memory) => count + Number(others.holds(memory)), 0);
    const count = others.memoriesBetween(days[0] ?? 0, days.at(-1) ?? 0) - own;
    if (count <= 0) return general;
    const weight = count / (count + PRIOR_WITHOUT_HABITS);
    const special = chances(others);
    return larger(
      general,
      general.map((chance, index) => weight * (special[index] ?? 0) + (1 - weight) * chance),
    );
  }
}

/**
 * The largest of what the tenant writes then in general, by memories and by days, and what else was written then on
 * just the days of the thing. The last one is the only right one where some days hold many more memories than others.
 */
function hourChances(item: Timed, timeline: Timeline, exposure: Exposure): number[] {
  const general = exposure.hourShares(item.days[0] ?? 0, item.days.at(-1) ?? 0);
  const prior = Float64Array.from(general, (share) => PRIOR_MEMORIES * share);
  const sums = new Float64Array(HOURS);
  const others = new Int32Array(HOURS);
  let memory = 0;
  for (const day of item.days) {
    let total = exposure.hourCounts(day, others) + PRIOR_MEMORIES;
    for (; timeline.dayOf[item.memories[memory] ?? -1] === day; memory += 1) {
      if (!exposure.holds(item.memories[memory] ?? 0)) continue;
      const hour = timeline.hours[item.memories[memory] ?? 0] ?? 0;
      others[hour] = (others[hour] ?? 0) - 1;
      total -= 1;
    }
    for (let hour = 0; hour < HOURS; hour += 1) {
      sums[hour] = (sums[hour] ?? 0) + ((others[hour] ?? 0) + (prior[hour] ?? 0)) / total;
    }
  }
  return general.map((share, hour) => Math.max(share, (sums[hour] ?? 0) / item.days.length));
}
