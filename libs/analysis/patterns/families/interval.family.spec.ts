import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { findPatterns } from '../../find-patterns.js';

const YEARS_2 = 728;
/** What is told of one thing beside noise. */
const toldOf = (days: readonly number[]) => {
  const life = new PatternLife(7, YEARS_2).noise(1_500);
  for (const day of days) life.add(day, 10, { tags: ['x'] });
  return findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' })
    .patterns.filter(({ items, tier }) => items[0]?.name === 'x' && items.length === 1 && tier === 'established')
    .map(({ title }) => title);
};
const days = (step: number, count: number, from = 0) => Array.from({ length: count }, (_, i) => from + step * i);

it('tells every other week beside the weekday', () => {
  expect(toldOf(days(14, 50, 4))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^x: Fridays/), 'x: every 14 days']),
  );
});

it('leaves every week to the weekday', () => {
  expect(toldOf(days(7, 90, 4)).filter((title) => title.includes('every'))).toEqual([]);
});

it('tells no number of days that most returns do not take', () => {
  const tuesdaysAndThursdays = [...days(7, 90, 1), ...days(7, 90, 3)].sort((a, b) => a - b);
  const workdays = days(1, 500).filter((day) => day % 7 < 5);
  for (const some of [tuesdaysAndThursdays, workdays])
    expect(toldOf(some).filter((title) => title.includes('every'))).toEqual([]);
});

describe('the gaps that were counted', () => {
  const told = (gapOf: (i: number) => number) => {
    const life = new PatternLife(8, YEARS_2).noise(1_500);
    let day = 0;
    for (let i = 0; i < 16; i += 1) {
      life.add(day, 10, { tags: ['x'] });
      day += gapOf(i);
    }
    return findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' }).patterns.find(
      ({ family, items }) => family === 'interval' && items[0]?.name === 'x',
    );
  };

  it('are named by the shortest and the longest there is', () => {
    const found = told((i) => 42 + (i % 3) - 1);
    expect(found?.params).toEqual({ intervalDays: 42, fromDays: 41, toDays: 43 });
    expect(found?.description).toContain('after about 42 days (41 to 43): 15 of 15');
  });

  it('are one number where all are', () => {
    const found = told(() => 42);
    expect(found?.params).toEqual({ intervalDays: 42, fromDays: 42, toDays: 42 });
    expect(found?.description).toContain('after about 42 days: 15 of 15');
  });
});

describe('of 19 returns all but one after 30 days', () => {
  const life = new PatternLife(9, YEARS_2).noise(1_500);
  for (const day of [...days(30, 19), 18 * 30 + 50]) life.add(day, 10, { tags: ['x'] });
  const told = (minOccurrences: number) =>
    findPatterns(life.memories, { minOccurrences, timezone: 'UTC' }).patterns.filter(
      ({ family, items }) => family === 'interval' && items[0]?.name === 'x',
    );

  it('is told where so many episodes are asked for, and not of one more', () => {
    expect(told(19).map(({ support }) => support.episodes)).toEqual([19]);
    expect(told(20)).toEqual([]);
  });

  it('the day that came too late is the counter-example', () => {
    expect(told(3)[0]?.counterExampleIds).toEqual([life.memories.at(-1)?.id]);
  });
});
