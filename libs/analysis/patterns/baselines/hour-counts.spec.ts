import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { chanceOfDay, hourCounts, type HourCounts, HOURS, isNearHour } from './hour-counts.js';
import { LocalClock } from '../calendar/local-clock.js';
import { timelineOf } from '../calendar/timeline.js';

const chances = Array.from({ length: HOURS }, (_, hour) => (hour === 7 ? 0.4 : hour === 20 ? 0.6 : 0));
/** Ten days that have so many different hours each, so many of them around 7. */
const days = (hours: number, around: number): HourCounts => ({
  days: 10,
  at: [],
  around: Array.from({ length: HOURS }, (_, hour) => (hour === 7 ? around : 0)),
  byNumber: Array.from({ length: HOURS + 1 }, (_, number) => (number === hours ? 10 : 0)),
});

it('is the chance of a memory on days of one hour', () => {
  expect(chanceOfDay(days(1, 10), chances, 7)).toBeCloseTo(0.4, 2);
});

it('is sure on days of two hours where there are but two', () => {
  expect(chanceOfDay(days(2, 10), chances, 7)).toBeCloseTo(1, 2);
});

it('is what as many memories would give where no more days are seen', () => {
  expect(chanceOfDay(days(2, 6), chances, 7)).toBeCloseTo(1 - 0.6 ** 2, 12);
});

it.each([1, 2, 3])('is never below what as many memories would give, however rare the hour is: %d a day', (hours) => {
  for (let rare = 1e-4; rare < 0.9; rare *= 1.07) {
    const others = Array.from({ length: HOURS }, (_, hour) =>
      hour === 7 ? rare : hour > 8 && hour < 18 ? (1 - rare) / 9 : 0,
    );
    expect(chanceOfDay(days(hours, 10), others, 7)).toBeGreaterThan((1 - (1 - rare) ** hours) * (1 - 1e-9));
  }
});

describe('the clock’s face', () => {
  it('has an hour beside midnight on either side', () => {
    const near = (middle: number) =>
      Array.from({ length: HOURS }, (_, hour) => hour).filter((hour) => isNearHour(hour, middle));
    expect([near(0), near(23), near(12)]).toEqual([
      [0, 1, 23],
      [0, 22, 23],
      [11, 12, 13],
    ]);
  });

  it('counts what is at eleven at night around midnight, and what is at midnight around eleven', () => {
    const around = (hour: number) => {
      const { memories } = new PatternLife(1).add(0, hour, { tags: ['x'] });
      const counts = hourCounts({ memories: [0] }, timelineOf(memories, new LocalClock('UTC')));
      return counts.around.flatMap((count, at) => (count > 0 ? [at] : []));
    };
    expect([around(23), around(0), around(7)]).toEqual([
      [0, 22, 23],
      [0, 1, 23],
      [6, 7, 8],
    ]);
  });
});
