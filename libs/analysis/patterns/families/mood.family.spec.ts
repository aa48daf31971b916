import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { findPatterns } from '../../find-patterns.js';
import type { Pattern, PatternReport } from '../types/pattern.js';

type Valence = -1 | 0 | 1;

const report = (life: PatternLife): PatternReport =>
  findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' });
const moodsOf = (life: PatternLife): Pattern[] =>
  report(life).patterns.filter(({ family, tier }) => family === 'mood' && tier === 'established');

/** A memory on each day at this hour, felt as given. */
function felt(life: PatternLife, hour: number, valenceOf: (day: number) => Valence): PatternLife {
  for (let day = 0; day < life.days; day += 1)
    life.add(day, hour, { tags: [`t${life.below(30)}`], valence: valenceOf(day) });
  return life;
}

describe('a mood', () => {
  it('is of a weekday that feels worse than the others, which do not feel better for it', () => {
    const life = new PatternLife(3);
    felt(life, 12, (day) => (day % 7 === 0 ? -1 : life.next() < 0.6 ? 1 : -1));
    const moods = moodsOf(life);
    expect(moods.map(({ title }) => title)).toEqual(['Mondays: worse mood']);
    expect(moods[0]).toMatchObject({ items: [], params: { weekday: 1, direction: 'negative' }, viz: { kind: 'bars' } });
    expect(moods[0]?.viz.data).toHaveLength(7);
    expect(moods[0]?.viz.data[0]).toBe(1);
    expect(moods[0]?.effect).toMatchObject({ observed: 52 });
  });

  it('is of an hour, named once', () => {
    const life = new PatternLife(4);
    for (const hour of [8, 14]) felt(life, hour, () => (life.next() < 0.4 ? 1 : -1));
    felt(life, 21, () => (life.next() < 0.8 ? 1 : -1));
    const moods = moodsOf(life);
    expect(moods).toHaveLength(1);
    expect(moods[0]?.params['direction']).toBe('positive');
    expect(Math.abs(Number(moods[0]?.params['hour']) - 21)).toBeLessThanOrEqual(1);
    expect(moods[0]?.viz.data).toHaveLength(24);
  });

  it('of Mondays at seven is reported once, not for the weekday, the hour and all other hours', () => {
    const life = new PatternLife(5);
    for (const hour of [12, 16, 20]) felt(life, hour, () => (life.next() < 0.6 ? 1 : -1));
    for (let week = 0; week < 52; week += 1) life.add(week * 7, 7, { tags: ['x'], valence: -1 });
    expect(moodsOf(life)).toHaveLength(1);
  });

  it('of nearly all that is felt is the usual one, and not compared with the rest', () => {
    const life = new PatternLife(5);
    felt(life, 12, () => (life.next() < 0.6 ? 1 : -1));
    for (let week = 0; week < 52; week += 1) life.add(week * 7, 7, { tags: ['x'], valence: -1 });
    expect(moodsOf(life).filter(({ params }) => params['direction'] === 'positive')).toEqual([]);
  });

  it('is not how much is written: many memories make a day more decided, not a weekday better', () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const life = new PatternLife(seed);
      for (let day = 0; day < life.days; day += 1)
        for (let i = 0; i < (day % 7 === 5 ? 9 : 1); i += 1)
          life.add(day, 8 + i, { tags: [`t${life.below(30)}`], valence: life.next() < 0.65 ? 1 : -1 });
      expect(moodsOf(life).filter(({ params }) => params['weekday'] !== undefined)).toEqual([]);
    }
  });

  it('is not a bad month', () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const life = new PatternLife(seed);
      felt(life, 12, (day) => (Math.floor(day / 30) % 3 === 0 || life.next() < 0.2 ? -1 : 1));
      expect(moodsOf(life)).toEqual([]);
    }
  });

  it('is not asked about where no weekday and no hour has days enough, and that is said', () => {
    const life = new PatternLife(3);
    for (let day = 0; day < 35; day += 1) life.add(day, (day * 5) % 24, { tags: ['x'], valence: 1 });
    const { warnings } = report(life);
    expect(warnings).toContain('mood: no weekday and no hour has 8 days with a recognized feeling.');
  });

  it('is found where most of all feelings are of that weekday', () => {
    const life = new PatternLife(3).noise(300);
    life.memories.forEach((memory, i) => (life.memories[i] = { ...memory, valence: 0 }));
    for (let week = 0; week < 44; week += 2) life.add(week * 7, 8, { tags: ['a'], valence: -1 });
    for (let i = 0; i < 18; i += 1)
      life.add(i * 19 + 1 + Number(i % 7 === 4), 8 + ((i * 5) % 13), { tags: ['b'], valence: 1 });
    expect(moodsOf(life).map(({ title }) => title)).toEqual(['Mondays: worse mood']);
    expect(report(life).warnings.join()).not.toContain('mood:');
  });

  it('is none of a weekday that holds most feelings, where all of that season feels as it does', () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const life = new PatternLife(seed);
      for (let day = 0; day < life.days; day += 1) {
        const isBad = day < life.days / 2;
        const isWritten = day % 7 === 0 || life.next() < (isBad ? 0.02 : 0.15);
        const isAsUsual = life.next() < 0.85;
        if (isWritten) life.add(day, 12, { tags: ['a'], valence: isBad === isAsUsual ? -1 : 1 });
      }
      expect(moodsOf(life)).toEqual([]);
    }
  });

  it('is not compared with nothing where all feelings are of one weekday, and that is said', () => {
    const life = new PatternLife(3).noise(300);
    life.memories.forEach((memory, i) => (life.memories[i] = { ...memory, valence: 0 }));
    for (let week = 0; week < 44; week += 1) life.add(week * 7, 8, { tags: ['a'], valence: -1 });
    expect(report(life).warnings).toContain(
      'mood: all recognized feelings are of one weekday or one hour; there is nothing to compare it with.',
    );
  });
});
