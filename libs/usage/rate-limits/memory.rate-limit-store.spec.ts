import fc from 'fast-check';
import { MemoryRateLimitStore } from './memory.rate-limit-store.js';
import type { TokenBucket } from '../plans/rate-limit.js';

const HOUR = 3_600_000_000;

describe('buckets in memory', () => {
  it('never let more through than the capacity and what has come back since, nor less', () => {
    const cases = fc.record({
      capacity: fc.integer({ min: 1, max: 50 }),
      intervalMicros: fc.integer({ min: 1, max: 1_000 }),
      pauses: fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 300 }),
    });
    fc.assert(
      fc.property(cases, ({ capacity, intervalMicros, pauses }) => {
        let now = 1_795_000_000_000_000;
        const store = new MemoryRateLimitStore(() => now);
        const bucket: TokenBucket = { owner: 'x', capacity, intervalMicros };
        // The plain bucket: tokens that come back with time, in microseconds' worth.
        let worth = capacity * intervalMicros;
        for (const pause of pauses) {
          now += pause;
          worth = Math.min(worth + pause, capacity * intervalMicros);
          const expected = worth >= intervalMicros;
          if (expected) worth -= intervalMicros;
          const { allowed, remaining } = store.takeNow({ bucket });
          expect([allowed, remaining]).toEqual([expected, Math.floor(worth / intervalMicros)]);
        }
      }),
    );
  });

  it('begin a new hour and a new day with nothing counted', () => {
    let now = 1_795_000 * HOUR - 1;
    const store = new MemoryRateLimitStore(() => now);
    const bucket = { owner: 'x', capacity: 100, intervalMicros: 1 };
    const take = (perHour: number, perDay: number): unknown =>
      store.takeNow({ bucket, windows: { keyId: 'k', perHour, perDay } }).refusedBy;
    expect([take(1, 9), take(1, 9)]).toEqual([undefined, 'hour']);
    now += 1;
    expect([take(1, 9), take(9, 1)]).toEqual([undefined, 'day']);
    now += 24 * HOUR;
    expect(take(9, 1)).toBeUndefined();
  });

  it('forget the one unused longest beyond what memory is meant for', () => {
    const store = new MemoryRateLimitStore();
    const bucket = (owner: string): TokenBucket => ({ owner, capacity: 2, intervalMicros: 60_000_000 });
    store.takeNow({ bucket: bucket('first') });
    for (let i = 0; i < 49_999; i++) store.takeNow({ bucket: bucket(`tenant ${i}`) });
    expect(store.peek(bucket('tenant 49998')).remaining).toBe(1);
    expect(store.peek(bucket('first')).remaining).toBe(1);
    for (let i = 0; i < 50_000; i++) store.takeNow({ bucket: bucket(`address:${i}`) });
    expect(store.peek(bucket('first')).remaining).toBe(1);
    for (let i = 0; i < 50_000; i++) store.takeNow({ bucket: bucket(`another ${i}`) });
    expect(store.peek(bucket('first')).remaining).toBe(2);
  });
});
