import { dayWindows } from '../calendar/day-windows.js';
import type { Exposure } from './exposure.js';
import type { Item } from '../types/item.js';
import type { Timeline } from '../calendar/timeline.js';

/** How far around a day the neighbourhood reaches, in days. */
const REACH_DAYS = 21;
/** Never certain: what is there every day may still be missing once. */
const MAX = 0.98;

/** Of each day that holds memories: how likely an item is there by chance. */
interface Rates {
  /** On that very day. */
  readonly sameDay: Float32Array;
  /** On any one calendar day around it. */
  readonly around: Float32Array;
}

/**
 * How likely an item is on and near each day, by chance. The larger of two answers: what its number and the tenant's
 * writing there say, and how often it was there on the days around (that day left out). The second keeps two things
 * that merely have their season together from looking linked.
 */
export class NearbyRates {
  private readonly windows;
  private readonly rates = new Map<Item, Rates>();

  constructor(
    private readonly timeline: Timeline,
    private readonly exposure: Exposure,
  ) {
    this.windows = dayWindows(timeline, REACH_DAYS);
  }

  /** Chance of the item on these very days (positions), their mean. */
  onDays(item: Item, positions: readonly number[]): number {
    return meanOf(this.of(item).sameDay, positions);
  }

  /** Chance of the item on a calendar day near these days, memories there or not, their mean. */
  nearDays(item: Item, positions: readonly number[]): number {
    return meanOf(this.of(item).around, positions);
  }

  private of(item: Item): Rates {
    let rates = this.rates.get(item);
    if (rates === undefined) {
      rates = this.compute(item);
      this.rates.set(item, rates);
    }
    return rates;
  }

  private compute(item: Item): Rates {
    const size = this.timeline.days.length;
    const hits = this.exposure.hits(item.memories.length);
    const seen = new Float32Array(size + 1);
    for (const position of item.days) seen[position + 1] = 1;
    const [seenSums, hitSums] = [sums(seen), sums(hits, 1)];
    const sameDay = new Float32Array(size);
    const around = new Float32Array(size);
    for (let position = 0; position < size; position += 1) {
      const [from, to] = [this.windows.from[position] ?? 0, this.windows.to[position] ?? 0];
      const others = to - from - 1;
      const hit = hits[position] ?? 0;
      const seenNear = (seenSums[to] ?? 0) - (seenSums[from] ?? 0) - (seen[position + 1] ?? 0);
      const expectedNear = (hitSums[to] ?? 0) - (hitSums[from] ?? 0) - hit;
      sameDay[position] = Math.min(MAX, Math.max(hit, others === 0 ? 0 : seenNear / others));
      around[position] = Math.min(MAX, Math.max(seenNear, expectedNear) / (2 * REACH_DAYS));
    }
    return { sameDay, around };
  }
}

/** Sums up to, and without, each place. */
function sums(values: Float32Array, shift = 0): Float64Array {
  const result = new Float64Array(values.length + shift);
  let total = 0;
  for (let at = 0; at < values.length; at += 1) {
    total += values[at] ?? 0;
    result[at + shift] = total;
  }
  return result;
}

function meanOf(rates: Float32Array, positions: readonly number[]): number {
  let total = 0;
  for (const position of positions) total += rates[position] ?? 0;
  return total / positions.length;
}
