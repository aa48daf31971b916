import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { Baseline } from './baseline.js';
import { Exposure } from './exposure.js';
import { LocalClock } from '../calendar/local-clock.js';
import { timelineOf } from '../calendar/timeline.js';

const DAYS = 350;
const range = (size: number) => [...Array(size).keys()];

/** What is expected of the thing tagged so, with and without what is tagged 'habit'. */
function baselineOf({ memories }: PatternLife, name: string) {
  const timeline = timelineOf(memories, new LocalClock('UTC'));
  const isHabit = Uint8Array.from(timeline.observations, ({ tags }) => Number(tags.includes('habit')));
  const own = timeline.observations.flatMap(({ tags }, memory) => (tags.includes(name) ? [memory] : []));
  const item = { memories: own, days: [...new Set(own.map((memory) => timeline.dayOf[memory] ?? 0))] };
  const others = isHabit.includes(1) ? new Exposure(timeline, isHabit) : undefined;
  return { item, baseline: new Baseline(timeline, new Exposure(timeline), others) };
}

describe('beside a habit of every day', () => {
  const mondays = (weeks: number, copies: number): number => {
    const life = new PatternLife(1, DAYS);
    for (const day of range(DAYS)) life.add(day, 9, { tags: ['habit'] });
    life.add(0, 12, { tags: ['x'] }).add(DAYS - 1, 12, { tags: ['x'] });
    for (const week of range(weeks)) for (const hour of range(copies)) life.add(week * 7, 10 + hour, { tags: ['y'] });
    const { item, baseline } = baselineOf(life, 'x');
    return baseline.weekdays(item)[1]!;
  };

  it('the few memories that are left say little of when anything happens', () => {
    expect(mondays(10, 1)).toBeLessThan(0.4);
  });

  it('many say nearly all', () => {
    expect(mondays(50, 8)).toBeGreaterThan(0.8);
  });
});

describe('of an hour is expected what else was written on the days of the thing', () => {
  const nines = (others: number): number => {
    const life = new PatternLife(2, DAYS);
    for (const day of range(DAYS)) life.add(day, 8 + (day % 15), { tags: ['y'] });
    for (const day of range(20)) {
      life.add(day * 15, 20, { tags: ['x'] });
      for (let other = 0; other < others; other += 1) life.add(day * 15, 9, { tags: ['y'] });
    }
    const { item, baseline } = baselineOf(life, 'x');
    return baseline.hours(item)[9]!;
  };

  it('nearly all of it where that is much', () => {
    expect(nines(60)).toBeGreaterThan(0.9);
  });

  it('and little of it where that is one memory', () => {
    expect(nines(1)).toBeLessThan(0.4);
  });
});
