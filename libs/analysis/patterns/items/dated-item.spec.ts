import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { DatedItem, daysNear, LAGS_DAYS } from './dated-item.js';
import { daysOf } from './item-index.js';
import { LocalClock } from '../calendar/local-clock.js';
import { countMeetings } from './co-occurrence-counts.js';
import { meetings } from './co-occurrences.js';
import { timelineOf } from '../calendar/timeline.js';

/** Two things of a life, as they are compared; memories may lie so many times as far apart. */
function things(seed: number, days: number) {
  const { memories } = new PatternLife(seed, days).noise(400);
  const timeline = timelineOf(memories, new LocalClock('UTC'));
  const near = daysNear(timeline);
  return ['t1', 't2'].map((name) => {
    const own = timeline.observations.flatMap(({ tags }, memory) => (tags.includes(name) ? [memory] : []));
    const item = { kind: 'tag' as const, name, memories: own, days: daysOf(own, timeline) };
    return new DatedItem(item, timeline, near);
  }) as [DatedItem, DatedItem];
}

describe('an item with its days', () => {
  it('is counted to meet another as often as it meets it', () => {
    for (const [seed, days] of [
      [1, 364],
      [2, 200],
      [3, 6000],
    ] as const) {
      const [base, other] = things(seed, days);
      LAGS_DAYS.forEach((lag, index) => {
        const found = meetings(base.episodes[index] ?? [], other.days, lag);
        const { after, before } = countMeetings(base, other, index);
        expect([after, before]).toEqual([found.after.length, found.before.length]);
        const near = base.days.filter((day) => other.days.some((each) => Math.abs(each - day) <= lag));
        expect(other.near[index]?.sharedWith(base.set)).toBe(near.length);
      });
    }
  });

  it('takes room for the days that hold memories, however far apart these are', () => {
    const [base] = things(4, 400 * 365);
    expect(JSON.stringify(base.near).length).toBeLessThan(2000);
  });
});
