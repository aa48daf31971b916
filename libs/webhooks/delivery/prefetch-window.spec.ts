import { PrefetchWindow, MAX_UNDER_WAY } from './prefetch-window.js';

describe('the window of claimed deliveries', () => {
  it('is at first no more than is sent at once', () => {
    expect(new PrefetchWindow().wanted(0, 0)).toBe(MAX_UNDER_WAY);
  });

  it('grows to fifty where attempts take milliseconds, and is claimed before nothing waits', () => {
    const pace = new PrefetchWindow();
    for (let i = 0; i < 5; i++) pace.ended(20);
    expect(pace.wanted(0, 5)).toBe(45);
    expect(pace.wanted(14, 5)).toBe(31);
    expect(pace.wanted(15, 5)).toBe(0);
  });

  it('shrinks again to what is sent at once where they take seconds', () => {
    const pace = new PrefetchWindow();
    for (let i = 0; i < 5; i++) pace.ended(20);
    pace.ended(15_000);
    expect(pace.most).toBe(MAX_UNDER_WAY);
    expect([pace.wanted(0, 5), pace.wanted(0, 4), pace.wanted(40, 5)]).toEqual([0, 1, 0]);
  });

  it('is what can be worked off in two seconds between the two', () => {
    const pace = new PrefetchWindow();
    for (let i = 0; i < 20; i++) pace.ended(500);
    expect(pace.most).toBe(20);
  });
});
