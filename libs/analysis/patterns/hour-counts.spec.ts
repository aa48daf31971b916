import { chanceOfDay, type HourCounts, HOURS } from './hour-counts.js';

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
