import { DAY, PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { findPatterns } from '../../find-patterns.js';
import { LocalClock } from '../calendar/local-clock.js';
import type { Observation } from '../types/observation.js';
import { timelineOf } from '../calendar/timeline.js';
import { TrendBlocks } from '../baselines/trend-blocks.js';

const find = (memories: readonly Observation[]) => findPatterns(memories, { minOccurrences: 3, timezone: 'UTC' });

/** 600 days of noise with a boat on a growing, or a shrinking, share of them. */
function boats(up: boolean): Observation[] {
  const life = new PatternLife(3, 600).noise(1500);
  for (let day = 0; day < 600; day += 1) {
    const share = up ? day / 600 : 1 - day / 600;
    if (life.next() < 0.45 * share ** 2) life.add(day, 12, { tags: ['boat'] });
  }
  return life.memories;
}

const on = (day: string): Observation => ({ ...boats(true)[0]!, id: day, tags: ['apart'], at: Date.parse(day) });

const trendOf = (memories: readonly Observation[]) =>
  find(memories).patterns.find(({ family, items }) => family === 'trend' && items[0]?.name === 'boat')!;

describe.each([
  ['growing', true],
  ['shrinking', false],
])('a %s thing', (_, up) => {
  const memories = boats(up);
  const daysOf = (ids: readonly string[]) =>
    new Set(memories.filter(({ id }) => ids.includes(id)).map(({ at }) => Math.floor(at / DAY)));

  it('is counted in that half of what was written in which it is more frequent, against half of its days', () => {
    const { effect, support, counterExampleIds, tier } = trendOf(memories);
    const days = memories.filter(({ tags }) => tags.includes('boat')).length;
    expect(tier).toBe('established');
    expect(Math.abs(effect.expected / days - 0.5)).toBeLessThan(0.03);
    expect(support).toMatchObject({ episodes: effect.observed, memories: effect.observed });
    const [first, last] = [Date.parse(support.firstAt), Date.parse(support.lastAt) + 1];
    const inside = memories.filter(({ tags, at }) => tags.includes('boat') && at >= first && at <= last);
    expect(daysOf(inside.map(({ id }) => id)).size).toBe(effect.observed);
    expect(counterExampleIds).toHaveLength(Math.min(5, days - effect.observed));
  });

  it('is not told of fewer episodes than are asked for', () => {
    const { observed } = trendOf(memories).effect;
    const asked = (minOccurrences: number) =>
      findPatterns(memories, { minOccurrences, timezone: 'UTC' }).patterns.filter(({ family }) => family === 'trend');
    expect([asked(observed).length > 0, asked(observed + 1)]).toEqual([true, []]);
  });

  it.each(['0100-06-01', '1600-01-01', '2017-05-03', '9999-12-31'])('is told alike beside a memory of %s', (day) => {
    const [before, after] = [trendOf(memories), trendOf([...memories, on(day)])];
    expect(after.tier).toBe('established');
    expect(Math.abs(after.effect.observed - before.effect.observed)).toBeLessThan(6);
    expect(Math.abs(after.effect.expected - before.effect.expected)).toBeLessThan(4);
    expect(after.support.memories).toBe(after.effect.observed);
    expect(after.support.firstAt.slice(0, 2)).toBe('20');
  });
});

it('blocks of trends are as many as the time that holds memories has, and no more than 520', () => {
  const count = (memories: readonly Observation[]) =>
    new TrendBlocks(timelineOf(memories, new LocalClock('UTC'))).count;
  expect(count(boats(true))).toBe(42);
  expect(count([...boats(true), on('1600-01-01'), on('9999-12-31')])).toBe(50);
  const centuries = new PatternLife(1, 400 * 365).noise(3000).memories;
  expect(count(centuries)).toBeLessThanOrEqual(520);
});

/** One day a fortnight on which anything is written, but for a fortnight of every day; boats more and more, but not in that. */
function boatsAroundABusyFortnight(): PatternLife {
  const life = new PatternLife(2, 308);
  const busy = 12;
  for (let fortnight = 0; fortnight < 22; fortnight += 1) {
    for (let day = 0; day < (fortnight === busy ? 14 : 1); day += 1)
      for (let hour = 8; hour < 20; hour += 1)
        life.add(fortnight * 14 + day, hour, { tags: [`t${life.below(8)}`], type: `type${life.below(8)}` });
    const rising = fortnight < busy ? 1 + (4 * fortnight) / 11 : 4 + (3 * (fortnight - 13)) / 8;
    const boats = fortnight === busy ? 14 : Math.round(rising);
    for (let boat = 0; boat < boats; boat += 1)
      life.add(fortnight * 14 + Math.floor((boat * 14) / boats), 20, { tags: ['boat'], type: `type${life.below(8)}` });
  }
  return life;
}

it('no trend is told of what comes later on the whole, but no more often than expected in the later half', () => {
  const { memories } = boatsAroundABusyFortnight();
  expect(memories.filter(({ tags }) => tags.includes('boat'))).toHaveLength(100);
  expect(trendOf(memories)).toBeUndefined();
});
