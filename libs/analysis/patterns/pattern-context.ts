import { Exposure } from './exposure.js';
import type { Item } from './item.js';
import { NearbyRates } from './nearby-rates.js';
import type { Timeline } from './timeline.js';

/** What the tests of all families look at. */
export class PatternContext {
  readonly exposure: Exposure;
  readonly rates: NearbyRates;

  constructor(
    readonly timeline: Timeline,
    readonly items: readonly Item[],
    readonly minOccurrences: number,
  ) {
    this.exposure = new Exposure(timeline);
    this.rates = new NearbyRates(timeline, this.exposure);
  }
}
