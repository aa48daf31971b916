import { closedUp } from './collapsed-gaps.js';
import { DAY_MS } from './local-clock.js';

const numbersOf = (...days: string[]) =>
  Array.from(closedUp({ days: Int32Array.from(days, (day) => Date.parse(day) / DAY_MS) }, 15));

it('days closed up keep gaps up to the longest, and shorten longer ones', () => {
  expect(numbersOf('2026-03-01', '2026-03-02', '2026-03-05', '2026-03-20')).toEqual([0, 1, 4, 19]);
  expect(numbersOf('0100-01-01', '2026-03-02', '9999-12-31')).toEqual([0, 15, 30]);
});
