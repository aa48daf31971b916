import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { DatedItem, daysNear } from '../items/dated-item.js';
import { Exposure } from './exposure.js';
import { itemTable } from '../items/item-table.js';
import { LocalClock } from '../calendar/local-clock.js';
import { WeekdayOrderTest } from './weekday-order-test.js';
import { timelineOf } from '../calendar/timeline.js';

/** How likely the other comes after the base within one, three and seven days, rather than before. */
function chances(life: PatternLife, base: string, other: string): number[] {
  const timeline = timelineOf(life.memories, new LocalClock('UTC'));
  const { items } = itemTable(timeline, 3);
  const windows = daysNear(timeline);
  const dated = (name: string) =>
    new DatedItem(
      items.find((item) => item.name === name)!,
      timeline,
      windows,
    );
  const orders = new WeekdayOrderTest(timeline, new Exposure(timeline));
  return [0, 1, 2].map((index) => orders.after(dated(base), dated(other), index));
}

describe('WeekdayOrderTest', () => {
  it('is one half for things of any day', () => {
    const life = new PatternLife(1).noise(700);
    for (const chance of chances(life, 't1', 't2')) expect(Math.abs(chance - 0.5)).toBeLessThan(0.1);
  });

  it('is what weekdays make of it, and the other way round for time reversed', () => {
    const life = new PatternLife(2).noise(700);
    for (let week = 0; week < 52; week += 1)
      life.add(week * 7, 9, { tags: ['monday'] }).add(week * 7 + 1, 9, { tags: ['tuesday'] });
    const [day = 0, , week = 0] = chances(life, 'monday', 'tuesday');
    expect(day).toBeGreaterThan(0.95);
    // Within a week each Monday has a Tuesday after it and one before.
    expect(week).toBeCloseTo(0.5, 1);
    expect(chances(life, 'tuesday', 'monday')[0]).toBeLessThan(0.05);
  });

  it('takes a few days of any weekday for no habit, however they follow each other', () => {
    const life = new PatternLife(3).noise(700);
    for (const day of life.spread(14)) life.add(day, 9, { tags: ['call'] }).add(day + 1, 9, { tags: ['bread'] });
    for (const chance of chances(life, 'call', 'bread')) expect(chance).toBeLessThan(0.6);
  });
});
