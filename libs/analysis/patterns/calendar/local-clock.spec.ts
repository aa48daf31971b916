import { LocalClock, weekdayOf } from './local-clock.js';

const shown = (zone: string, moment: string) => {
  const { day, hour } = new LocalClock(zone).at(Date.parse(moment));
  return [new Date(day * 86_400_000).toISOString().slice(0, 10), hour, weekdayOf(day)];
};

it.each([
  ['UTC', '2026-03-02T23:30:00Z', '2026-03-02', 23, 1],
  ['Europe/Lisbon', '2026-07-01T23:30:00Z', '2026-07-02', 0, 4],
  ['America/New_York', '2026-03-02T02:30:00Z', '2026-03-01', 21, 7],
  ['Asia/Kathmandu', '2026-03-02T18:20:00Z', '2026-03-03', 0, 2],
  // The night the clocks go back in Berlin: 01:30 UTC is the second half past two.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25', 2, 7],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25', 2, 7],
  ['UTC', '1969-12-31T23:00:00Z', '1969-12-31', 23, 3],
])('in %s it is at %s: %s, hour %d, weekday %d', (zone, moment, day, hour, weekday) => {
  expect(shown(zone, moment)).toEqual([day, hour, weekday]);
});

it('knows no zone that does not exist', () => {
  expect(() => new LocalClock('Middle/Earth')).toThrow(RangeError);
});
