import { closedUp } from '../calendar/collapsed-gaps.js';
import type { Item } from '../types/item.js';
import type { Timeline } from '../calendar/timeline.js';

/** Shorter blocks do not see that a burst is one event. */
const BLOCK_DAYS = 14;
/** Longer stretches without a memory count as this long: one memory of long ago would else weigh as much as all others. */
const MAX_GAP_DAYS = 4 * BLOCK_DAYS;
/** Twenty years; blocks of a longer time are longer. */
const MAX_BLOCKS = 520;
/** Blocks that expect less than this share of what an even share would be are joined with the next. */
const MIN_SHARE = 0.5;
/** Of days with fewer memories than this the chance of an item is kept: nearly all are such days. */
const KEPT_CHANCES = 64;

/** A stretch of time of two weeks or more, as one item saw it. */
export interface TrendBlock {
  /** Number of the first block of two weeks in it. */
  readonly from: number;
  /** Days of the item. */
  readonly observed: number;
  /** Days of the item expected here were its share steady: of what else was written, and of the days anything else was. */
  readonly byMemories: number;
  readonly byDays: number;
  /** −1 at the start of the memories, 1 at their end. */
  readonly time: number;
}

/** Days from the first memory to the last, both counted, without what long stretches that hold none have beyond others. */
export function trendSpan(timeline: Timeline): number {
  return timeline.days.length === 0 ? 0 : (closedUp(timeline, MAX_GAP_DAYS).at(-1) ?? 0) + 1;
}

/** What else than an item the tenant wrote, block by block. */
export class TrendBlocks {
  readonly count: number;
  private readonly blockOf: Int32Array;

  constructor(private readonly timeline: Timeline) {
    const numbers = closedUp(timeline, MAX_GAP_DAYS);
    const span = trendSpan(timeline);
    const length = Math.max(BLOCK_DAYS, span / MAX_BLOCKS);
    const count = Math.max(1, Math.floor(span / length));
    this.count = count;
    // The last block takes what is left over.
    this.blockOf = numbers.map((number) => Math.min(count - 1, Math.floor(number / length)));
  }

  /** The number of the block in which a memory lies. */
  at(memory: number): number {
    return this.blockOf[this.timeline.dayOf[memory] ?? 0] ?? 0;
  }

  of(item: Item): TrendBlock[] {
    const observed = new Float64Array(this.count);
    for (const day of item.days) this.add(observed, day, 1);
    const [byMemories, byDays] = this.elsewhere(item);
    const scaled = (values: Float64Array): Float64Array => {
      const total = values.reduce((sum, value) => sum + value, 0);
      return values.map((value) => (total === 0 ? 0 : (value * item.days.length) / total));
    };
    return joined(observed, scaled(byMemories), scaled(byDays));
  }

  /** Of each block: days that its other memories would give the item, and days that have any. */
  private elsewhere({ memories, days }: Item): [Float64Array, Float64Array] {
    const { dayCounts, dayOf, size } = this.timeline;
    const byMemories = new Float64Array(this.count);
    const byDays = new Float64Array(this.count);
    const others = size - memories.length;
    const chance = (left: number): number =>
      left >= others ? 1 : 1 - Math.exp(memories.length * Math.log1p(-left / others));
    const chances = Float64Array.from({ length: KEPT_CHANCES }, (_, left) => chance(left));
    let next = 0;
    let own = 0;
    for (let day = 0; day < dayCounts.length; day += 1) {
      let left = dayCounts[day] ?? 0;
      if (days[next] === day) {
        for (next += 1; dayOf[memories[own] ?? -1] === day; own += 1) left -= 1;
      }
      if (left === 0) continue;
      this.add(byMemories, day, chances[left] ?? chance(left));
      this.add(byDays, day, 1);
    }
    return [byMemories, byDays];
  }

  private add(blocks: Float64Array, day: number, value: number): void {
    const block = this.blockOf[day] ?? 0;
    blocks[block] = (blocks[block] ?? 0) + value;
  }
}

/** Holidays and the like say little of their own: blocks are joined until both baselines expect enough. */
function joined(observed: Float64Array, byMemories: Float64Array, byDays: Float64Array): TrendBlock[] {
  const least = (MIN_SHARE * observed.reduce((sum, value) => sum + value, 0)) / observed.length;
  const sum = (values: Float64Array, from: number, to: number): number =>
    values.subarray(from, to).reduce((total, value) => total + value, 0);
  const blocks: TrendBlock[] = [];
  const close = (from: number, to: number): TrendBlock => ({
    from,
    observed: sum(observed, from, to),
    byMemories: sum(byMemories, from, to),
    byDays: sum(byDays, from, to),
    time: observed.length === 1 ? 0 : (from + to - 1) / (observed.length - 1) - 1,
  });
  let from = 0;
  let last = 0;
  let open = { byMemories: 0, byDays: 0 };
  for (let to = 1; to <= observed.length; to += 1) {
    open = {
      byMemories: open.byMemories + (byMemories[to - 1] ?? 0),
      byDays: open.byDays + (byDays[to - 1] ?? 0),
    };
    if (open.byMemories < least || open.byDays < least) continue;
    blocks.push(close(from, to));
    [last, from, open] = [from, to, { byMemories: 0, byDays: 0 }];
  }
  // What is left at the end is too little: it goes to the last block.
  if (from < observed.length && blocks.length > 0) blocks.splice(-1, 1, close(last, observed.length));
  return blocks;
}
