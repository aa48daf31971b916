import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { findPatterns } from '../../find-patterns.js';
import type { Pattern, PatternReport } from '../types/pattern.js';

const report = (life: PatternLife): PatternReport =>
  findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' });
const trendsOf = (life: PatternLife): Pattern[] =>
  report(life).patterns.filter(({ family, tier }) => family === 'importance_trend' && tier === 'established');

/** Notes about a roof, each as important as given by its share of the time. */
function roof(life: PatternLife, importanceOf: (share: number) => number): PatternLife {
  life.spread(30).forEach((day) => {
    const importance = Math.min(1, Math.max(0, importanceOf(day / life.days) + 0.2 * (life.next() - 0.5)));
    life.add(day, 15, { tags: ['roof'], importance });
  });
  return life;
}

describe('a thing', () => {
  it('becomes more important', () => {
    const [trend, ...others] = trendsOf(roof(new PatternLife(3).noise(500), (share) => 0.2 + 0.6 * share));
    expect(others).toEqual([]);
    expect(trend).toMatchObject({
      title: 'roof: rising importance',
      params: { direction: 'up' },
      viz: { kind: 'line' },
    });
    expect(Number(trend?.params['to'])).toBeGreaterThan(Number(trend?.params['from']) + 0.2);
    expect(trend?.viz.data).toHaveLength(24);
    expect(trend?.viz.data.at(-1)).toBeGreaterThan((trend?.viz.data[0] ?? 1) + 0.3);
  });

  it('becomes less important', () => {
    const [trend] = trendsOf(roof(new PatternLife(4).noise(500), (share) => 0.8 - 0.6 * share));
    expect(trend?.title).toBe('roof: falling importance');
  });

  it('does not where it is as important as ever', () => {
    for (let seed = 1; seed <= 5; seed += 1)
      expect(trendsOf(roof(new PatternLife(seed).noise(500), () => 0.5))).toEqual([]);
  });

  it('does not where everything does', () => {
    const life = roof(new PatternLife(3).noise(500), (share) => 0.2 + 0.5 * share);
    const first = Math.min(...life.memories.map(({ at }) => at));
    const span = Math.max(...life.memories.map(({ at }) => at)) - first;
    life.memories.forEach((memory, i) => {
      if (!memory.tags.includes('roof'))
        life.memories[i] = {
          ...memory,
          importance: 0.2 + (0.5 * (memory.at - first)) / span + 0.2 * (life.next() - 0.5),
        };
    });
    expect(trendsOf(life)).toEqual([]);
  });

  it('does not where all else loses importance', () => {
    const life = roof(new PatternLife(3).noise(500), () => 0.5);
    const first = Math.min(...life.memories.map(({ at }) => at));
    const span = Math.max(...life.memories.map(({ at }) => at)) - first;
    life.memories.forEach((memory, i) => {
      if (!memory.tags.includes('roof'))
        life.memories[i] = { ...memory, importance: 0.9 - (0.8 * (memory.at - first)) / span };
    });
    expect(trendsOf(life).filter(({ items }) => items[0]?.name === 'roof')).toEqual([]);
  });

  it('does not by one burst', () => {
    const life = new PatternLife(6).noise(500);
    life.spread(12).forEach((day) => life.add(day, 15, { tags: ['roof'], importance: 0.4 }));
    for (let i = 0; i < 40; i += 1) life.add(350 + (i % 6), 10, { tags: ['roof'], importance: 0.9 });
    expect(trendsOf(life)).toEqual([]);
  });

  it('is not asked about without eight weeks of importances that differ, and that is said', () => {
    const life = new PatternLife(3);
    for (let day = 0; day < 60; day += 1) life.add(day, 9, { tags: [`t${day % 6}`] });
    expect(report(life).warnings).toContain(
      'importance_trend: nothing comes up in 8 weeks or more with importances that differ.',
    );
  });
});
