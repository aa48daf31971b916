import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import type { Family } from '../types/candidate.js';
import type { Finding } from './fdr-selection.js';
import { withoutRedundant } from './redundancy-filter.js';
import { findPatterns } from '../../find-patterns.js';
import { LocalClock } from '../calendar/local-clock.js';
import { timelineOf } from '../calendar/timeline.js';

/** Names of what is told of one family about any of these, established. */
function told(life: PatternLife, family: Family, ...about: string[]): string[] {
  const { patterns } = findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' });
  return patterns
    .filter((each) => each.family === family && each.tier === 'established')
    .map(({ items }) => items.map(({ name }) => name))
    .filter((names) => about.some((name) => names.includes(name)))
    .map((names) => names.join('+'));
}

describe('what explains nothing else', () => {
  it('is one thing of two that goes with another: gym with protein on some days, with sauna on others', () => {
    const life = new PatternLife(2).noise(700);
    life.spread(48).forEach((day, i) => {
      life.add(day, 12, { tags: ['gym'] }).add(day, 13, { tags: [i % 2 === 0 ? 'protein' : 'sauna'] });
    });
    expect(told(life, 'association', 'gym')).toEqual(expect.arrayContaining(['protein+gym', 'sauna+gym']));
  });

  it('is one thing of two that comes before another: chocolate before a migraine, and wine', () => {
    const life = new PatternLife(3, 600).noise(900);
    life.spread(48).forEach((day, i) => {
      life.add(day, 12, { tags: [i % 2 === 0 ? 'wine' : 'chocolate'] }).add(day + 1, 13, { tags: ['migraine'] });
    });
    const sequences = told(life, 'sequence', 'migraine');
    expect(sequences).toEqual(expect.arrayContaining(['wine+migraine', 'chocolate+migraine']));
  });

  it('is what goes with a part of it only: sauna on some of the days of gym and protein', () => {
    const life = new PatternLife(4).noise(700);
    life.spread(40).forEach((day, i) => {
      life.add(day, 12, { tags: ['gym'] }).add(day, 13, { tags: ['protein'] });
      if (i % 2 === 0) life.add(day, 14, { tags: ['sauna'] });
    });
    // Of the two that tell of sauna the second follows from the first, and from gym with protein.
    expect(told(life, 'association', 'sauna', 'gym', 'protein')).toEqual([
      expect.stringMatching(/^(gym\+protein|protein\+gym)$/) as string,
      expect.stringMatching(/^sauna\+(gym|protein)$/) as string,
    ]);
  });
});

describe('what an hour does not explain', () => {
  it('is a weekday: pills of every morning, and one more on Mondays', () => {
    const life = new PatternLife(5, 420).noise(1_500);
    for (let day = 0; day < 420; day += 1)
      life.add(day, 8, { tags: day % 7 === 0 ? ['meds', 'methotrexate'] : ['meds'], type: 'log' });
    expect(told(life, 'routine', 'methotrexate')).toEqual(['methotrexate']);
  });
});

describe('what a stronger one explains', () => {
  it('is what a call on Sundays is written with', () => {
    const life = new PatternLife(6).noise(1_200);
    for (let day = 6; day < life.days; day += 7) life.add(day, 8 + life.below(14), { tags: ['mother', 'phone'] });
    for (const day of life.spread(12)) life.add(day, 8 + life.below(14), { tags: ['phone'] });
    expect(told(life, 'routine', 'mother', 'phone')).toEqual(['mother']);
  });

  it('is the same under another name: protein and shake, which always come together', () => {
    const life = new PatternLife(2).noise(700);
    for (const day of life.spread(24)) {
      ['gym', 'protein', 'shake'].forEach((tag, i) =>
        life.add(day, 12 + i, { tags: [tag], type: `type${life.below(9)}` }),
      );
    }
    expect(told(life, 'association', 'gym', 'protein', 'shake')).toHaveLength(1);
  });

  it('is the long way of a chain: wine, then migraine, then a day in bed', () => {
    const life = new PatternLife(3, 600).noise(900);
    for (const day of life.spread(40)) {
      life
        .add(day, 12, { tags: ['wine'] })
        .add(day + 1, 13, { tags: ['migraine'] })
        .add(day + 2, 13, { tags: ['bed'] });
    }
    expect(told(life, 'sequence', 'wine', 'migraine', 'bed')).toHaveLength(2);
  });
});

describe('what two together explain', () => {
  it('is what comes after a thing that merely comes with the cause: notes of the nights that bread is baked after', () => {
    const life = new PatternLife(6, 600).noise(900);
    life.spread(40).forEach((day, i) => {
      life.add(day, 3, { tags: ['night'] }).add(day + 1, 13, { tags: ['bread'] });
      if (i % 2 === 0) life.add(day, 4, { tags: ['notes'] });
    });
    expect(told(life, 'sequence', 'bread')).toEqual(['night+bread']);
  });
});

describe('of findings of one thing each', () => {
  const timeline = timelineOf([], new LocalClock('UTC'));
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  const finding = (name: string, memories: readonly number[], more: Partial<Finding>): Finding => ({
    family: 'routine',
    items: [{ kind: 'tag', name, memories, days: memories }],
    params: { kind: 'weekday', weekday: 7 },
    p: 1e-9,
    q: 1e-7,
    tier: 'established',
    reach: 40,
    test: 'binomial',
    observed: memories.length,
    of: memories.length,
    expected: 1,
    evidence: () => memories,
    counterExamples: () => [],
    ...more,
  });
  const kept = (...findings: Finding[]) =>
    withoutRedundant(findings, timeline).findings.map(({ items, family }) => `${items[0]?.name} ${family}`);
  const mother = finding('mother', range(0, 40), { p: 1e-12 });

  it('one is an echo where half of what shows it is told of the stronger, and none where less is', () => {
    expect(kept(mother, finding('phone', range(25, 55), {}))).toEqual(['mother routine']);
    expect(kept(mother, finding('phone', range(26, 56), {}))).toEqual(['mother routine', 'phone routine']);
  });

  it.each([
    [7, 7, ['mother routine']],
    [7, 14, ['mother routine', 'mother interval']],
    [undefined, 7, ['mother routine', 'mother interval']],
  ])('a routine of weekday %p explains every %d days: %p', (weekday, intervalDays, told) => {
    const routine = { ...mother, params: weekday === undefined ? { hour: 9 } : { weekday } };
    const interval = finding('mother', range(0, 40), { family: 'interval', params: { intervalDays } });
    expect(kept(routine, interval)).toEqual(told);
  });

  const mondays = new PatternLife(1);
  for (let week = 0; week < 20; week += 1) mondays.add(week * 7, 9, { tags: [] }).add(week * 7 + 3, 9, { tags: [] });
  const keptOf = (...findings: Finding[]) =>
    withoutRedundant(findings, timelineOf(mondays.memories, new LocalClock('UTC'))).findings.map(
      ({ family }) => family,
    );

  it.each([
    [[1, 4], 4, 'tentative' as const, true],
    [[1, 4], 4, 'established' as const, false],
    [[1, 4], 3, 'established' as const, false],
    [[1, 4], 5, 'established' as const, true],
    [[1, 4], 7, 'established' as const, true],
    [[1, 5], 4, 'established' as const, true],
    [[1], 4, 'established' as const, true],
  ])(
    'weekdays %p told of Mondays and Thursdays, every %d days, %s: the interval is told: %p',
    (weekdays, intervalDays, tier, isTold) => {
      const routines = weekdays.map((weekday) => ({ ...mother, tier, params: { weekday } }));
      const interval = finding('mother', range(0, 40), { family: 'interval', params: { intervalDays }, p: 1e-30 });
      expect(keptOf(interval, ...routines).includes('interval')).toBe(isTold);
    },
  );

  it('a week is no echo of a weekday that is less clear: what comes seven days after the last drifts over weekdays', () => {
    const interval = finding('mother', range(0, 40), { family: 'interval', params: { intervalDays: 7 }, p: 1e-13 });
    expect(kept(interval, mother)).toEqual(['mother routine', 'mother interval']);
  });

  it('what may be chance explains nothing that is established, but what may be chance too', () => {
    const unsure: Finding = { ...mother, tier: 'tentative' };
    const phone = finding('phone', range(0, 40), {});
    expect(kept(unsure, phone)).toEqual(['mother routine', 'phone routine']);
    expect(kept(unsure, { ...phone, tier: 'tentative' })).toEqual(['mother routine']);
    expect(kept(mother, { ...phone, tier: 'tentative' })).toEqual(['mother routine']);
  });
});

describe('two things of one weekday', () => {
  const weekly = (offset: number): PatternLife => {
    const life = new PatternLife(6).noise(700);
    for (let week = 0; week < 50; week += 1) {
      if (week % 5 > 0) life.add(week * 7 + 2, 9, { tags: ['beans'] });
      if (week % 5 !== 1) life.add(week * 7 + 2 + offset, 18, { tags: ['swim'] });
    }
    return life;
  };

  it('do not go together, as everything of that weekday does', () => {
    expect(told(weekly(0), 'routine', 'beans', 'swim').sort()).toEqual(['beans', 'swim']);
    expect(told(weekly(0), 'association', 'beans', 'swim')).toEqual([]);
  });

  it('nor, not even perhaps, where one of them is too rare for a weekday of its own', () => {
    const life = new PatternLife(6, 210).noise(300);
    for (let week = 0; week < 30; week += 1) {
      if (week % 4 > 0) life.add(week * 7 + 2, 9, { tags: ['beans'] });
      if (week % 6 === 1) life.add(week * 7 + 2, 18, { tags: ['swim'] });
    }
    const { patterns } = findPatterns(life.memories, { minOccurrences: 3, timezone: 'UTC' });
    const pairs = patterns.filter(({ family }) => family === 'association');
    expect(pairs.filter(({ items }) => items.some(({ name }) => name === 'swim'))).toEqual([]);
  });

  it('do where only one of them has it', () => {
    const life = weekly(1);
    life.spread(30).forEach((day) => life.add(day, 12, { tags: ['cinema'] }).add(day, 13, { tags: ['pizza'] }));
    expect(told(life, 'association', 'cinema')).not.toEqual([]);
  });
});

it('a thing is reported rather than the type of its memories, though that is as clear', () => {
  const life = new PatternLife(6).noise(700);
  for (let week = 0; week < 50; week += 1) life.add(week * 7 + 2, 9, { tags: [week % 9 ? 'beans' : 'other'] });
  expect(told(life, 'routine', 'beans', 'episodic')).toEqual(['beans']);
});
