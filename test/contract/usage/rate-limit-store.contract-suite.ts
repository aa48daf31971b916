import { randomUUID } from 'node:crypto';
import type { KeyWindows, RateLimitStore, RateStanding, TokenBucket } from '@mneme/usage';
import { eventually } from '../../support/eventually.js';

/** A store as one adapter makes it, with what closes it. */
export interface OpenStore {
  readonly store: RateLimitStore;
  close(): Promise<void>;
}

/** Slow enough that nothing comes back during a test. */
const MINUTE_MICROS = 60_000_000;
const PLENTY = { perHour: 1_000_000, perDay: 1_000_000 };

/** What every RateLimitStore must do. */
export function rateLimitStoreContract(name: string, open: () => Promise<OpenStore>): void {
  describe(`rate limits kept ${name}`, () => {
    let opened: OpenStore;
    let bucket: TokenBucket;
    const take = (of: TokenBucket = bucket, windows?: KeyWindows): Promise<RateStanding> =>
      opened.store.take({ bucket: of, windows });
    const slow = (capacity: number): TokenBucket => ({
      owner: `tenant:${randomUUID()}`,
      capacity,
      intervalMicros: MINUTE_MICROS,
    });
    const key = (limits: Partial<KeyWindows>): KeyWindows => ({ keyId: randomUUID(), ...PLENTY, ...limits });

    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    beforeEach(() => {
      bucket = slow(3);
    });

    it('let a full bucket through, and tell how it stands', async () => {
      const before = Date.now();
      const standings = [await take(), await take(), await take()];
      expect(standings.map(({ allowed, remaining, retryAfterMs }) => [allowed, remaining, retryAfterMs])).toEqual([
        [true, 2, 0],
        [true, 1, 0],
        [true, 0, 0],
      ]);
      const minutes = standings.map(({ fullAtMs }) => Math.round((fullAtMs - before) / 60_000));
      expect(minutes).toEqual([1, 2, 3]);
    });

    it('refuse what an empty one cannot pay, and take nothing for it', async () => {
      for (let i = 0; i < 3; i++) await take();
      const refused = [await take(), await take()];
      for (const { allowed, remaining, refusedBy, retryAfterMs } of refused) {
        expect([allowed, remaining, refusedBy]).toEqual([false, 0, 'bucket']);
        expect(retryAfterMs).toBeGreaterThan(50_000);
        expect(retryAfterMs).toBeLessThanOrEqual(60_000);
      }
    });

    it('give back one token an interval, and never more than the capacity', async () => {
      const quick = { owner: randomUUID(), capacity: 2, intervalMicros: 20_000 };
      await take(quick);
      await take(quick);
      await eventually(async () => expect((await take(quick)).allowed).toBe(true));
      const started = performance.now();
      await eventually(async () => expect(performance.now() - started).toBeGreaterThan(100));
      const from = performance.now();
      const all = await Promise.all(Array.from({ length: 10 }, () => take(quick)));
      const passed = all.filter(({ allowed }) => allowed).length;
      expect(passed).toBeGreaterThanOrEqual(2);
      expect(passed).toBeLessThanOrEqual(3 + (performance.now() - from) / 20);
    });

    it('let exactly as many through as there are tokens, however many come at once', async () => {
      const twenty = slow(20);
      const all = await Promise.all(Array.from({ length: 200 }, () => take(twenty)));
      expect(all.filter(({ allowed }) => allowed)).toHaveLength(20);
      expect(all.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)).toEqual(
        Array.from({ length: 20 }, (_, i) => 19 - i),
      );
    });

    it('keep owners apart', async () => {
      for (let i = 0; i < 4; i++) await take();
      expect(await take(slow(3))).toMatchObject({ allowed: true, remaining: 2 });
    });

    it.each([
      ['perHour', 'hour'],
      ['perDay', 'day'],
    ] as const)('hold a key to its %s, say so, and leave its tenant alone', async (window, refusedBy) => {
      const wide = slow(100);
      const held = key({ [window]: 2 });
      expect([await take(wide, held), await take(wide, held)]).toMatchObject([{ allowed: true }, { allowed: true }]);
      const refused = await take(wide, held);
      expect(refused).toMatchObject({ allowed: false, refusedBy, remaining: 98 });
      expect(refused.retryAfterMs).toBeGreaterThan(0);
      expect(refused.retryAfterMs).toBeLessThanOrEqual(window === 'perHour' ? 3_600_000 : 86_400_000);
      expect(await take(wide, key({}))).toMatchObject({ allowed: true, remaining: 97 });
      expect(await take(wide)).toMatchObject({ allowed: true, remaining: 96 });
    });

    it('count nothing for a key that its bucket refuses', async () => {
      const one = slow(1);
      const held = key({ perHour: 2 });
      await take(one, held);
      for (let i = 0; i < 5; i++) expect(await take(one, held)).toMatchObject({ refusedBy: 'bucket' });
      const wider = { ...one, capacity: 9 };
      expect(await take(wider, held)).toMatchObject({ allowed: true });
      expect(await take(wider, held)).toMatchObject({ refusedBy: 'hour' });
    });

    it('hold nobody longer than a whole bucket after a plan has become another', async () => {
      const before = slow(10_000);
      for (let i = 0; i < 20; i++) await take(before);
      const after = { ...before, capacity: 2, intervalMicros: 30_000 };
      expect(await take(after)).toMatchObject({ allowed: false, remaining: 0 });
      await eventually(async () => expect((await take(after)).allowed).toBe(true), 2_000);
    });

    it('stand as @nestjs/throttler asks of a storage', async () => {
      const name = randomUUID();
      const increment = () => opened.store.increment(name, 120_000, 2);
      expect(await increment()).toMatchObject({ totalHits: 1, isBlocked: false, timeToBlockExpire: 0 });
      expect(Math.round((await increment()).timeToExpire / 10)).toBe(12);
      expect(await increment()).toMatchObject({ totalHits: 2, isBlocked: true, timeToBlockExpire: 60 });
    });
  });
}
