import { SingleFlight } from './single-flight.js';

describe('SingleFlight', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('says how a run ended, and begins anew the next time', async () => {
    let runs = 0;
    const work = new SingleFlight(() => {
      if (++runs === 2) throw new Error('not now');
    }, 1_000);
    expect([(await work.outcome()).ok, (await work.outcome()).ok, (await work.outcome()).ok]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('begins nothing a second time while it runs, however many ask', async () => {
    let runs = 0;
    let finish = (): void => undefined;
    const work = new SingleFlight(() => {
      runs++;
      return new Promise((resolve) => (finish = resolve));
    }, 10_000);
    const asked = Promise.all([work.outcome(), work.outcome(), work.outcome()]);
    await Promise.resolve();
    finish();
    expect((await asked).map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(runs).toBe(1);
  });

  it('lets nobody wait longer than the limit, and nobody at all once a run is over it', async () => {
    jest.useFakeTimers();
    let finish = (): void => undefined;
    let runs = 0;
    const work = new SingleFlight(() => {
      runs++;
      return new Promise((resolve) => (finish = resolve));
    }, 30);
    const ended: string[] = [];
    const first = work.outcome().finally(() => ended.push('first'));
    await jest.advanceTimersByTimeAsync(29);
    expect(ended).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(await first).toEqual({ ok: false, ms: 30 });
    const late = work.outcome();
    await jest.advanceTimersByTimeAsync(0);
    expect((await late).ok).toBe(false);
    finish();
    await jest.advanceTimersByTimeAsync(0);
    const again = work.outcome();
    await Promise.resolve();
    finish();
    expect([(await again).ok, runs]).toEqual([true, 2]);
  });
});
