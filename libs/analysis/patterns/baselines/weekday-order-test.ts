import { LAGS_DAYS, type DatedItem } from '../items/dated-item.js';
import type { Exposure } from './exposure.js';
import { weekdayOf } from '../calendar/local-clock.js';
import type { Timeline } from '../calendar/timeline.js';

const WEEKDAYS = 7;
/** Chi-squared of the seven weekdays that is surpassed once in a hundred by chance: a thing with less has none of its own. */
const CLEAR = 16.8;
/** So many days placed as the tenant writes are added to those of a thing with weekdays of its own. */
const PRIOR_DAYS = 3;
/** What the calendar makes of an order below this is too little to be seen in as many episodes as there are. */
const MIN_UNEVEN = 0.53;

/**
 * How likely one thing comes after another rather than before it, where it does only one of the two, if neither has to
 * do with the other and both keep to their weekdays. Where a thing of every Friday is near one of any working day it
 * mostly comes after it, for no reason but the calendar.
 */
export class WeekdayOrderTest {
  /** Of each day that holds memories: how many weeks that hold any have begun by then. */
  private readonly weekOf: Int32Array;
  private readonly rates = new Map<DatedItem, readonly number[]>();

  constructor(
    timeline: Timeline,
    private readonly exposure: Exposure,
  ) {
    this.weekOf = weeksOf(timeline);
  }

  /** @param index of the lag */
  after(base: DatedItem, other: DatedItem, index: number): number {
    const [later, earlier] = windowChances(this.weekdayRates(other), LAGS_DAYS[index] ?? 0);
    let after = 0;
    let before = 0;
    for (const { first, last } of base.episodes[index] ?? []) {
      const follows = later[weekdayFrom0(last)] ?? 0;
      const precedes = earlier[weekdayFrom0(first)] ?? 0;
      after += follows * (1 - precedes);
      before += precedes * (1 - follows);
    }
    const chance = after + before === 0 ? 0.5 : after / (after + before);
    return Math.max(chance, 1 - chance) < MIN_UNEVEN ? 0.5 : chance;
  }

  private weekdayRates(thing: DatedItem): readonly number[] {
    let rates = this.rates.get(thing);
    if (rates === undefined) {
      rates = this.compute(thing);
      this.rates.set(thing, rates);
    }
    return rates;
  }

  /**
   * How likely the thing is there on each weekday of a week: as the tenant writes, unless it clearly has weekdays of its
   * own. What follows something else has those of that, more or less, and would hide its own order. Counted are the
   * weeks from its first day to its last in which anything is written: of a thing of one summer the others say nothing.
   */
  private compute({ item, days }: DatedItem): number[] {
    const [first, last] = [item.days[0] ?? 0, item.days.at(-1) ?? 0];
    const weeks = (this.weekOf[last] ?? 0) - (this.weekOf[first] ?? 0) + 1;
    const counts = new Array<number>(WEEKDAYS).fill(0);
    for (const day of days) counts[weekdayFrom0(day)] = (counts[weekdayFrom0(day)] ?? 0) + 1;
    const usual = this.exposure.weekdayShares(first, last, item.memories.length).slice(1);
    const isOwn = deviation(counts, usual) > CLEAR;
    return counts.map((count, weekday) => {
      const share = usual[weekday] ?? 0;
      const own = (count + PRIOR_DAYS * share) / (days.length + PRIOR_DAYS);
      return Math.min(1, ((isOwn ? own : share) * days.length) / weeks);
    });
  }
}

/** Chi-squared of counts against shares, of which none is zero where something was counted. */
function deviation(counts: readonly number[], shares: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count, index) => {
    const expected = total * (shares[index] ?? 0);
    return expected === 0 ? sum : sum + (count - expected) ** 2 / expected;
  }, 0);
}

/** Of each weekday: how likely the thing is on any of the days of the lag after it, and before it. */
function windowChances(rates: readonly number[], lag: number): readonly [readonly number[], readonly number[]] {
  const within = (step: 1 | -1): number[] =>
    rates.map((_, weekday) => {
      let missed = 1;
      for (let away = 1; away <= lag; away += 1)
        missed *= 1 - (rates[(weekday + step * away + WEEKDAYS) % WEEKDAYS] ?? 0);
      return 1 - missed;
    });
  return [within(1), within(-1)];
}

function weeksOf({ days }: Timeline): Int32Array {
  const weeks = new Int32Array(days.length);
  for (let position = 1; position < days.length; position += 1) {
    const isSame = mondayOf(days[position] ?? 0) === mondayOf(days[position - 1] ?? 0);
    weeks[position] = (weeks[position - 1] ?? 0) + Number(!isSame);
  }
  return weeks;
}

function mondayOf(day: number): number {
  return day - weekdayFrom0(day);
}

function weekdayFrom0(day: number): number {
  return weekdayOf(day) - 1;
}
