import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { findPatterns } from '../../find-patterns.js';
import type { PatternOptions } from '../pattern-search.js';
import type { PatternReport } from '../types/pattern.js';

const life = new PatternLife(5).noise(700);
for (let week = 0; week < 50; week += 1)
  life.add(week * 7, 5, { tags: ['walk'] }).add(week * 7 + 2, 5, { tags: ['swim', 'pool'] });

const find = (options: Partial<PatternOptions> = {}): PatternReport =>
  findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC', ...options });
const routineOf = (report: PatternReport, name: string) =>
  report.patterns.find(({ family, items }) => family === 'routine' && items[0]?.name === name);
const dismissed = [routineOf(find(), 'walk')?.id ?? ''];

describe('a pattern that was dismissed', () => {
  it('is left out and counted', () => {
    const report = find({ dismissed });
    expect(routineOf(report, 'walk')).toBeUndefined();
    expect(report.suppressed).toContainEqual({ reason: 'dismissed', count: 1 });
    expect(report.tiers.established).toBe(find().tiers.established - 1);
  });

  it('leaves all others as they were', () => {
    const others = find().patterns.filter(({ id }) => id !== dismissed[0]);
    expect(find({ dismissed }).patterns).toEqual(others);
  });

  it('is there where it is asked for, and marked', () => {
    const report = find({ dismissed, includeDismissed: true });
    expect(routineOf(report, 'walk')?.dismissed).toBe(true);
    expect(report.patterns.filter((pattern) => pattern.dismissed === true)).toHaveLength(1);
    expect(report.suppressed.map(({ reason }) => reason)).not.toContain('dismissed');
  });

  it('changes nothing where it is not found', () => {
    expect(find({ dismissed: ['0000000000000'] })).toEqual(find());
  });
});

describe('what is reported', () => {
  it('has no two patterns of one id', () => {
    const twice = new PatternLife(5).noise(700);
    for (let week = 0; week < 50; week += 1)
      twice
        .add(week * 7, 5, { tags: week % 2 ? ['walk'] : [], entities: week % 2 ? [] : ['walks'] })
        .add(week * 7 + 3, 5, { tags: [] });
    const { patterns } = findPatterns(twice.memories, { minOccurrences: 3, timezone: 'UTC' });
    const walks = patterns.filter(({ family, items }) => family === 'routine' && items[0]?.name.startsWith('walk'));
    expect(walks).toHaveLength(1);
    const ids = patterns.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('begins with what happens, not with what is rated less important', () => {
    const rated = new PatternLife(5).noise(700);
    for (let week = 0; week < 50; week += 1) rated.add(week * 7 + 3, 9 + (week % 9), { tags: ['shop'], importance: 0 });
    for (const day of rated.spread(40)) rated.add(day, 12, { tags: ['shop'], importance: 0 });
    for (let week = 0; week < 40; week += 1) rated.add(week * 7, 5, { tags: ['walk'] });
    const { patterns } = findPatterns(rated.memories, { minOccurrences: 3, timezone: 'UTC' });
    const families = patterns.filter(({ tier }) => tier === 'established').map(({ family }) => family);
    const smallest = [...patterns].sort((a, b) => a.stats.p - b.stats.p)[0];
    expect([smallest?.family, families[0]]).toEqual(['importance', 'routine']);
    expect(families.lastIndexOf('routine')).toBeLessThan(families.indexOf('importance'));
  });

  it('is nothing of which all may be chance', () => {
    const reports = [1, 2, 3, 4, 5, 6].map((seed) =>
      findPatterns(new PatternLife(seed).noise(600).memories, { minOccurrences: 3, timezone: 'UTC' }),
    );
    const patterns = reports.flatMap((report) => report.patterns);
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.filter(({ stats }) => stats.q > 0.999)).toEqual([]);
    const likely = reports.flatMap(({ suppressed }) => suppressed.filter(({ reason }) => reason === 'likely_chance'));
    expect(likely.length).toBeGreaterThan(0);
  });
});
