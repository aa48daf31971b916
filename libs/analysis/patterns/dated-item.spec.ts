import { closedUp } from './dated-item.js';
import { LocalClock } from './local-clock.js';
import { timelineOf } from './timeline.js';

const numbersOf = (...days: string[]) =>
  Array.from(
    closedUp(
      timelineOf(
        days.map((day) => ({
          id: day,
          at: Date.parse(day),
          type: 'episodic',
          importance: 0.5,
          tags: [],
          entities: [],
          valence: 0,
        })),
        new LocalClock('UTC'),
      ),
    ),
  );

describe('days closed up', () => {
  it('keep gaps up to twice the longest lag, and shorten longer ones', () => {
    expect(numbersOf('2026-03-01', '2026-03-02', '2026-03-05', '2026-03-20')).toEqual([0, 1, 4, 19]);
    expect(numbersOf('0100-01-01', '2026-03-02', '9999-12-31')).toEqual([0, 15, 30]);
  });
});
