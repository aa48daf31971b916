import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import type { Family } from '../types/candidate.js';
import { findPatterns } from '../../find-patterns.js';

const SEEDS = [1, 2, 3, 4, 5, 6];

/** What is established of one family, in tenants in which nothing is to be found. */
function told(family: Family, lives: readonly PatternLife[]): string[] {
  return lives
    .flatMap(({ memories }) => findPatterns(memories, { minOccurrences: 3, timezone: 'UTC' }).patterns)
    .filter((pattern) => pattern.tier === 'established' && pattern.family === family)
    .map(({ description }) => description);
}

/** Two notes of any of a dozen topics on each working day. */
function office(seed: number): PatternLife {
  const life = new PatternLife(seed, 490);
  for (let day = 0; day < life.days; day += 1)
    for (let note = 0; note < 2 && day % 7 < 5; note += 1)
      life.add(day, 9 + life.below(8), { tags: [`t${life.below(12)}`], type: `type${life.below(8)}` });
  return life;
}

describe('nulls: no order out of weekdays alone', () => {
  it('a thing of every Monday is followed by no topic of working days, and none by a thing of every Friday', () => {
    const lives = SEEDS.map((seed) => {
      const life = office(seed);
      for (let week = 0; week < 70; week += 1)
        life.add(week * 7, 10, { tags: ['standup'] }).add(week * 7 + 4, 15, { tags: ['retro'] });
      return life;
    });
    expect(told('sequence', lives)).toEqual([]);
  });

  it('weekly things of different weekdays do not follow each other', () => {
    const lives = SEEDS.map((seed) => {
      const life = new PatternLife(seed, 490).noise(800);
      for (let day = 0; day < life.days; day += 1)
        if (life.next() < 0.85) life.add(day, 9 + life.below(9), { tags: [`weekly${day % 7}`] });
      return life;
    });
    expect(told('sequence', lives)).toEqual([]);
  });
});

describe('nulls: what bulk and defaults make of the rest', () => {
  it('nothing of a monthly import comes back monthly', () => {
    const lives = SEEDS.map((seed) => {
      const life = new PatternLife(seed, 390).noise(400);
      for (let at = 0; at < 13 * 60; at += 1) life.add(30 * (at % 13), 14, { tags: [`p${life.below(30)}`] });
      return life;
    });
    expect(told('interval', lives)).toEqual([]);
  });

  it('beside things whose importance nobody sets, nothing else is more important, or less', () => {
    const lives = SEEDS.map((seed) => {
      const life = new PatternLife(seed).noise(450);
      for (let day = 0; day < life.days; day += 1) {
        life.add(day, 8, { tags: ['journal'], type: 'identity' });
        if (life.next() < 0.7) life.add(day, 13, { tags: ['meal'], type: 'event' });
      }
      return life;
    });
    expect(told('importance', lives)).toEqual([]);
  });

  it('beside a diary of what one is grateful for, nothing else feels bad', () => {
    const lives = SEEDS.map((seed) => {
      const life = new PatternLife(seed).noise(1_000);
      for (let day = 0; day < life.days; day += 1) life.add(day, 21, { tags: ['gratitude'], valence: 1 });
      return life;
    });
    expect(told('emotion', lives)).toEqual([]);
  });

  it('where only one thing has an importance that was set, it is more important', () => {
    const life = new PatternLife(5).noise(600);
    const quiet = life.memories.map((memory) => ({ ...memory, importance: 0.5 }));
    life.memories.splice(0, Infinity, ...quiet);
    for (const day of life.spread(14)) life.add(day, 12, { tags: ['rated'], importance: 0.9, type: `type${day % 9}` });
    expect(told('importance', [life]).join()).toContain("'rated' is held to be more important than usual: 14 of 14");
  });
});
