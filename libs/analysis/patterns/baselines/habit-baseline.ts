import { Baseline } from './baseline.js';
import { Exposure } from './exposure.js';
import { chanceOfDay, hourCounts, HOURS, withHour } from './hour-counts.js';
import type { Item } from '../types/item.js';
import { countShared } from '../items/shared-memories.js';
import type { Timeline } from '../calendar/timeline.js';

/** −ln p, about, from which on a thing has times of its own. Weaker habits move what is expected of others by little. */
const MIN_STRENGTH = 12;
/** No fewer are as strong: where twelve misses are expected and none is seen, it is their root. */
const MIN_DEVIATIONS = 3.4;
/** Each round takes those at least this strong beside the strongest: what merely is not the strongest is not taken. */
const SHARE_OF_STRONGEST = 0.5;
/** A thing that shares fewer of its memories than this with a habit, or half as many as chance would give, is apart from it. */
const APART = 0.1;
/** What is there on so many of the days from its first to its last, and on so many times as many as chance makes, is a daily thing. */
const DAILY = 0.5;
const DAILY_LIFT = 1.3;
/**
 * Most things are compared with one of a few. Each holds 200 bytes a day that has memories, and 4 more a day for each
 * number of memories that things compared with it have: where all 800 things have different ones, 3.4 KB a day.
 */
const MAX_BASELINES = 8;

/** Things with times of their own: what is left without them tells when something happens by chance. */
export class HabitBaseline {
  private readonly found = new Set<Item>();
  private readonly baselines = new Map<string, Baseline>();

  /** @param items all that could be habits, whether they are reported or not */
  constructor(
    private readonly timeline: Timeline,
    private readonly exposure: Exposure,
    items: readonly Item[],
  ) {
    let candidates = this.measured(items);
    while (candidates.length > 0) {
      const enough = Math.max(...candidates.map(({ strength }) => strength)) * SHARE_OF_STRONGEST;
      for (const { item, strength } of candidates) if (strength >= enough) this.found.add(item);
      this.baselines.clear();
      candidates = this.measured(candidates.map(({ item }) => item).filter((item) => !this.found.has(item)));
    }
  }

  /** When this thing happens by chance: a habit is compared with what is none, all else with what it shares memories with, too. */
  baselineOf(item: Item): Baseline {
    const isHabit = this.found.has(item);
    const without = [...this.found].filter((habit) => isHabit || this.areApart(item, habit));
    const key = without.map(({ kind, name }) => `${kind} ${name}`).join('\n');
    let baseline = this.baselines.get(key);
    if (baseline === undefined) {
      if (this.baselines.size >= MAX_BASELINES) this.baselines.clear();
      baseline = new Baseline(this.timeline, this.exposure, this.exposureWithout(without));
      this.baselines.set(key, baseline);
    }
    return baseline;
  }

  private measured(items: readonly Item[]): { readonly item: Item; readonly strength: number }[] {
    return items
      .map((item) => ({ item, strength: this.strengthOf(item) }))
      .filter(({ strength }) => strength >= MIN_STRENGTH);
  }

  private areApart({ memories }: Item, habit: Item): boolean {
    const byChance = (memories.length * habit.memories.length) / this.timeline.size;
    return countShared(memories, habit.memories) < Math.max(APART * memories.length, byChance / 2);
  }

  private exposureWithout(habits: readonly Item[]): Exposure | undefined {
    if (habits.length === 0) return undefined;
    const leftOut = new Uint8Array(this.timeline.size);
    for (const { memories } of habits) for (const memory of memories) leftOut[memory] = 1;
    return new Exposure(this.timeline, leftOut);
  }

  /** How clearly a thing has its hour, its weekday, or every day. */
  private strengthOf(item: Item): number {
    const baseline = this.baselineOf(item);
    return Math.max(this.hourly(item, baseline), this.weekly(item, baseline), this.daily(item));
  }

  private hourly(item: Item, baseline: Baseline): number {
    const timed = withHour(item, this.timeline);
    if (timed.days.length === 0) return 0;
    const counts = hourCounts(timed, this.timeline);
    const chances = baseline.hours(timed);
    let most = 0;
    for (let hour = 0; hour < HOURS; hour += 1) {
      const chance = chanceOfDay(counts, chances, hour, MIN_DEVIATIONS);
      most = Math.max(most, surprise(counts.around[hour] ?? 0, counts.days, chance));
    }
    return most;
  }

  private weekly(item: Item, baseline: Baseline): number {
    const counts = new Array<number>(8).fill(0);
    for (const day of item.days) {
      const weekday = this.timeline.weekdays[day] ?? 0;
      counts[weekday] = (counts[weekday] ?? 0) + 1;
    }
    return Math.max(
      ...baseline.weekdays(item).map((chance, weekday) => surprise(counts[weekday] ?? 0, item.days.length, chance)),
    );
  }

  private daily({ days, memories }: Item): number {
    const [first, last] = [days[0] ?? 0, days.at(-1) ?? 0];
    const all = last - first + 1;
    if (days.length < DAILY * all) return 0;
    const hits = this.exposure.hits(memories.length).subarray(first, last + 1);
    const expected = hits.reduce((sum, hit) => sum + hit, 0);
    return days.length < DAILY_LIFT * expected ? 0 : surprise(days.length, all, expected / all);
  }
}

/** −ln p of a binomial test to its leading term (Chernoff), which no number of days takes to infinity; 0 where no more are seen than expected. */
function surprise(seen: number, of: number, chance: number): number {
  const share = seen / of;
  if (share <= chance || chance <= 0) return 0;
  const missed = share === 1 ? 0 : (1 - share) * Math.log((1 - share) / (1 - chance));
  return of * (share * Math.log(share / chance) + missed);
}
