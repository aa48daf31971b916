import { BinomialSize } from '../statistics/binomial-size.js';
import { TENTATIVE_P } from './candidate.js';
import { Exposure } from './exposure.js';
import type { Item } from './item.js';
import { NearbyRates } from './nearby-rates.js';
import type { Timeline } from './timeline.js';

/** What the tests of all families look at. */
export class PatternContext {
  readonly exposure: Exposure;
  readonly rates: NearbyRates;
  /** How likely a test is to find something worth telling by chance alone; that of one side of two. */
  readonly byChance: BinomialSize;
  readonly byChanceOnOneSide: BinomialSize;

  constructor(
    readonly timeline: Timeline,
    readonly items: readonly Item[],
    readonly minOccurrences: number,
  ) {
    this.exposure = new Exposure(timeline);
    this.rates = new NearbyRates(timeline, this.exposure);
    this.byChance = new BinomialSize(TENTATIVE_P, minOccurrences);
    this.byChanceOnOneSide = new BinomialSize(TENTATIVE_P / 2, minOccurrences);
  }
}
