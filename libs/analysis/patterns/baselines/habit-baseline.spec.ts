import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { Baseline } from './baseline.js';
import { Exposure } from './exposure.js';
import { HabitBaseline } from './habit-baseline.js';
import { itemTable } from '../items/item-table.js';
import { LocalClock } from '../calendar/local-clock.js';
import { timelineOf } from '../calendar/timeline.js';

const DAYS = 350;
const range = (size: number) => [...Array(size).keys()];

/** Two notes a day on eight topics, at any hour from 7 to 21; on Saturdays more where `saturdays` says so. */
function notes(saturdays = 2): PatternLife {
  const life = new PatternLife(3, DAYS);
  for (const day of range(DAYS).flatMap((each) => new Array<number>(each % 7 === 5 ? saturdays : 2).fill(each)))
    life.add(day, 7 + life.below(15), { tags: [`t${life.below(8)}`], type: `type${life.below(2)}` });
  return life;
}

/** A thing, what is expected of it, and what would be were there no habits. */
function expectedOf(name: string, { memories }: PatternLife) {
  const timeline = timelineOf(memories, new LocalClock('UTC'));
  const { items, common } = itemTable(timeline, 3);
  const exposure = new Exposure(timeline);
  const item = items.find((each) => each.name === name)!;
  const baseline = new HabitBaseline(timeline, exposure, [...items, ...common]).baselineOf(item);
  return { item, baseline, plain: new Baseline(timeline, exposure, undefined) };
}

describe('a habit', () => {
  it('is what has its weekday, at whatever hours: Saturdays are expected as they are beside a review of Mondays', () => {
    const alone = notes(8);
    const life = notes(8);
    for (const day of range(DAYS))
      if (day % 7 === 0) for (const hour of range(9)) life.add(day, 8 + hour + life.below(6), { tags: ['review'] });
    const saturdays = (of: PatternLife) => {
      const { item, baseline, plain } = expectedOf('t1', of);
      return [baseline, plain].map((each) => each.weekdays(item)[6]!);
    };
    const [expected, unaware] = saturdays(life);
    expect(unaware).toBeLessThan(0.9 * saturdays(alone)[0]!);
    expect(expected).toBeGreaterThan(0.95 * saturdays(alone)[0]!);
  });

  it.each([
    [6, true],
    // Chance would give 27.
    [10, true],
    [20, false],
  ])('a thing of which %d of 80 memories lie in a daily journal is apart from it: %p', (shared, isApart) => {
    const life = notes();
    for (const day of range(DAYS))
      life.add(day, 5, { tags: day % 10 === 3 && day < shared * 10 ? ['journal', 'garden'] : ['journal'] });
    for (const day of life.spread(80 - shared)) life.add(day, 7 + life.below(15), { tags: ['garden'] });
    const { item, baseline, plain } = expectedOf('garden', life);
    const noon = [baseline, plain].map((each) => each.hours(item)[12]!);
    expect(item.memories).toHaveLength(80);
    expect(noon[0]! > noon[1]!).toBe(isApart);
  });
});
