import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { findPatterns } from '../../find-patterns.js';
import type { Observation } from '../types/observation.js';

const find = (memories: readonly Observation[], minOccurrences = 3) =>
  findPatterns(memories, { minOccurrences, timezone: 'Europe/Vienna' });
const warningsOf = (life: PatternLife, minOccurrences?: number) =>
  find(life.memories, minOccurrences).warnings.join('\n');
const sketch = (life: PatternLife) => Int8Array.from({ length: 64 }, () => 100 * (life.next() - 0.5));

describe('warnings', () => {
  it('say that choices on four days are no preference, and that 44 sketches are too few for themes', () => {
    const life = new PatternLife(1);
    for (let day = 0; day < 40; day += 1) life.add(day, 12, { tags: [`t${day % 4}`], sketch: sketch(life) });
    const choice = { chosen: 'tea', instead: 'coffee' };
    for (let day = 0; day < 4; day += 1) life.add(day * 9, 9, { tags: ['x'], sketch: sketch(life), choice });
    const { warnings, suppressed } = find(life.memories);
    expect(warnings).toContain(
      'No two alternatives have 5 days on which one of them was chosen more often than the other: preferences could not be tested.',
    );
    expect(warnings).toContain(
      'Of the memories with an embedding 22 are on every other day and 22 on the days between, where 30 are needed: themes could not be tested.',
    );
    expect(suppressed.find(({ reason }) => reason === 'too_few_episodes')?.count).toBe(1);
  });

  it('count what has an embedding before an even sample of it is taken, and tell of no sample where none was looked at', () => {
    const life = new PatternLife(1);
    for (let memory = 0; memory < 3300; memory += 1) life.add(0, memory % 20, { tags: ['x'], sketch: sketch(life) });
    const warnings = warningsOf(life);
    expect(warnings).toContain('3300 are on every other day and 0 on the days between');
    expect(warnings).not.toContain('even sample');
    for (let memory = 0; memory < 40; memory += 1) life.add(1, 9, { tags: ['x'], sketch: sketch(life) });
    expect(warningsOf(life)).toContain('theme: looked for in an even sample of the memories.');
  });

  it('say of every family of which nothing was tested that nothing was', () => {
    const rare = new PatternLife(2, 700);
    for (let i = 0; i < 40; i += 1) rare.add(i * 17, 9, { tags: [`t${i}`], type: `type${i}` });
    expect(warningsOf(rare)).toContain(
      'No tag, entity or type is there on 3 days or more without being in more than a quarter of the memories: what happens when, how, and with what could not be tested.',
    );
    const apart = new PatternLife(2, 4000);
    for (let i = 0; i < 12; i += 1) apart.add(i * 300, 9, { tags: [`t${i % 4}`], type: `type${i}` });
    expect(warningsOf(apart)).toContain('interval: nothing comes back after so many days that it could be tested.');
    expect(warningsOf(apart)).toContain('sequence: no two things meet often enough for their order to be tested.');
  });

  it('of trends do not count stretches without a memory', () => {
    const life = new PatternLife(3, 40).noise(200);
    expect(warningsOf(life)).toContain('The memories span 40 days: trends need about 112.');
    life.add(-3000, 9, { tags: ['birth'] });
    expect(warningsOf(life)).toContain(
      'Without the longest stretches that hold none the memories span 96 days: trends need about 112.',
    );
    expect(warningsOf(life)).not.toContain('routines');
  });

  it('say of what is in over a quarter of the memories that it is there every day', () => {
    const life = new PatternLife(5, 60).noise(100);
    for (let day = 0; day < 60; day += 1) life.add(day, 8, { tags: ['pill'], type: `type${life.below(9)}` });
    expect(warningsOf(life)).toContain('1 item is there on more than four of five days');
  });

  it('are in the singular where there is one', () => {
    const life = new PatternLife(4, 60);
    for (let day = 0; day < 60; day += 1)
      for (const tag of ['daily', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
        if (tag === 'daily' || life.next() < 0.5) life.add(day, 9, { tags: [tag], type: `type${life.below(9)}` });
    life.memories[0] = { ...life.memories[0]!, valence: 1 };
    expect(warningsOf(life)).toContain(
      '1 item is there on more than four of five days: what goes with it or follows it',
    );
    expect(warningsOf(life)).not.toContain('emotion: nothing');
    expect(warningsOf(life)).toContain('Only 1 memory expresses a feeling: what goes with');
    life.memories[0] = { ...life.memories[0], valence: 0 };
    expect(warningsOf(life)).toContain('No memory expresses a feeling: what goes with feelings could not be tested.');
  });
});
