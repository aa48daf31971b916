import { BinomialSize } from '../../statistics/binomial-size.js';
import { TENTATIVE_P } from '../types/candidate.js';
import { Exposure } from '../baselines/exposure.js';
import { HabitBaseline } from '../baselines/habit-baseline.js';
import type { Item } from '../types/item.js';
import type { ItemTable } from '../items/item-table.js';
import { NearbyRates } from '../baselines/nearby-rates.js';
import { WeekdayOrderTest } from '../baselines/weekday-order-test.js';
import type { Timeline } from '../calendar/timeline.js';

/** What the tests of all families look at. */
export class PatternContext {
  readonly items: readonly Item[];
  readonly exposure: Exposure;
  readonly habits: HabitBaseline;
  readonly rates: NearbyRates;
  readonly orders: WeekdayOrderTest;
  /** How likely a test is to find something worth telling by chance alone; that of one side of two. */
  readonly byChance: BinomialSize;
  readonly byChanceOnOneSide: BinomialSize;

  constructor(
    readonly timeline: Timeline,
    { items, common }: Pick<ItemTable, 'items' | 'common'>,
    readonly minOccurrences: number,
  ) {
    this.items = items;
    this.exposure = new Exposure(timeline);
    this.habits = new HabitBaseline(timeline, this.exposure, [...items, ...common]);
    this.rates = new NearbyRates(timeline, this.exposure);
    this.orders = new WeekdayOrderTest(timeline, this.exposure);
    this.byChance = new BinomialSize(TENTATIVE_P, minOccurrences);
    this.byChanceOnOneSide = new BinomialSize(TENTATIVE_P / 2, minOccurrences);
  }
}
