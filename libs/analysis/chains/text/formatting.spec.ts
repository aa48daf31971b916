import { dayOf, excerptOf, rounded, spanOf } from './formatting.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

it.each([
  [60_000, '1 minute'],
  [40 * 60_000, '40 minutes'],
  [HOUR, '1 hour'],
  [35 * HOUR, '35 hours'],
  [2 * DAY, '2 days'],
  [20 * DAY, '20 days'],
  [21 * DAY, '3 weeks'],
  [119 * DAY, '17 weeks'],
  [120 * DAY, '4 months'],
  [730 * DAY, '24 months'],
  [731 * DAY, '2 years'],
  [5 * 365.25 * DAY, '5 years'],
])('%d ms are %s', (ms, words) => {
  expect(spanOf(ms)).toBe(words);
});

it('writes a day in UTC', () => {
  expect(dayOf(Date.UTC(2026, 1, 3, 23, 59))).toBe('3 Feb 2026');
});

it('cuts at a word, on one line and in whole characters', () => {
  expect(excerptOf(' A  canoe\nleaks. ', 20)).toBe('A canoe leaks.');
  expect(excerptOf('A canoe leaks again.', 12)).toBe('A canoe…');
  expect(excerptOf('🛶'.repeat(9), 5)).toBe('🛶🛶🛶🛶…');
});

it('rounds to three decimals', () => {
  expect(rounded(0.123_456)).toBe(0.123);
});
