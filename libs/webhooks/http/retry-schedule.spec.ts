import { ATTEMPT_DELAYS, nextAttemptAt, retryAfterMs } from './retry-schedule.js';

const NOW = new Date('2026-11-21T00:00:00Z');
const after = (step: number, random: number, asked?: number): number | undefined => {
  const next = nextAttemptAt(step, NOW, asked, random);
  return next && (next.getTime() - NOW.getTime()) / 1_000;
};

describe('the retry schedule', () => {
  it('makes ten attempts: after 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3_600);
    expect(ATTEMPT_DELAYS.map((delay) => delay / 1_000)).toEqual([0, 5, 300, 1_800, ...hours]);
    expect(Array.from({ length: 9 }, (_, step) => after(step, 0.5))).toEqual([5, 300, 1_800, ...hours]);
    expect(after(9, 0.5)).toBeUndefined();
  });

  it('varies each pause by a fifth', () => {
    expect([after(1, 0), after(1, 0.5), after(1, 0.999_999)]).toEqual([240, 300, expect.closeTo(360, 2)]);
  });

  it('waits as long as the endpoint asks, up to twice the step, and never shorter', () => {
    expect(after(1, 0.5, 400_000)).toBe(400);
    expect(after(1, 0.5, 3_600_000)).toBe(600);
    expect(after(1, 0.5, 1_000)).toBe(300);
    expect(after(9, 0.5, 1_000)).toBeUndefined();
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 00:02:00 GMT', 120_000],
    ['Fri, 20 Nov 2026 00:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['9999999999999', undefined],
    ['2026-11-21', undefined],
    [undefined, undefined],
  ])('reads Retry-After: %s', (header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected);
  });
});
