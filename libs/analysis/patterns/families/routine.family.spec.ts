import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { findPatterns } from '../../find-patterns.js';
import { HabitBaseline } from '../baselines/habit-baseline.js';
import { Exposure } from '../baselines/exposure.js';
import { itemTable } from '../items/item-table.js';
import { LocalClock } from '../calendar/local-clock.js';
import type { Observation } from '../types/observation.js';
import type { Pattern } from '../types/pattern.js';
import { timelineOf } from '../calendar/timeline.js';

const DAYS = 350;
const range = (size: number) => [...Array(size).keys()];
const routines = (memories: readonly Observation[]) =>
  findPatterns(memories, { minOccurrences: 3, timezone: 'UTC' }).patterns.filter(
    ({ family, tier }) => family === 'routine' && tier === 'established',
  );
const routineOf = (name: string, memories: readonly Observation[]): Pattern | undefined =>
  routines(memories).find(({ items }) => items[0]?.name === name);

/** Two notes a day on eight topics, at any hour from 7 to 21; on Saturdays and Sundays more where `weekends` says so. */
function notes(seed: number, weekends = 2): PatternLife {
  const life = new PatternLife(seed, DAYS);
  for (const day of range(DAYS)) {
    for (let note = 0; note < (day % 7 > 4 ? weekends : 2); note += 1)
      life.add(day, 7 + life.below(15), { tags: [`t${life.below(8)}`], type: `type${life.below(2)}` });
  }
  return life;
}

describe('hour routines beside things with hours of their own', () => {
  const told = (plant: (life: PatternLife, day: number) => void) =>
    range(6).flatMap((seed) => {
      const life = notes(seed + 1);
      for (const day of range(DAYS)) plant(life, day);
      return routines(life.memories)
        .filter(({ items }) => /^(t\d|type)/.test(items[0]?.name ?? ''))
        .map(({ description }) => description);
    });

  it('takes topics that merely are not the daily journal for nothing', () => {
    expect(told((life, day) => life.add(day, 5, { tags: ['journal'], type: 'journal' }))).toEqual([]);
  });

  it('nor those that are neither the walk of each morning nor the diary of each evening', () => {
    expect(
      told((life, day) => {
        life.add(day, 5, { tags: ['walk'], type: 'log' });
        life.add(day, 22, { tags: ['diary'], type: 'journal' });
      }),
    ).toEqual([]);
  });

  it('still finds what has its hour beside the journal, and what is written in the same hour', () => {
    const life = notes(5);
    for (const day of range(DAYS)) life.add(day, 5, { tags: ['journal'], type: 'journal' });
    for (const day of life.spread(24)) life.add(day, 13, { tags: ['lunch'] }).add(day, 5, { tags: ['run'] });
    expect(routineOf('lunch', life.memories)?.params).toEqual({ kind: 'hour', hour: 13, fromHour: 12, toHour: 15 });
    expect(routineOf('run', life.memories)?.params).toEqual({ kind: 'hour', hour: 5, fromHour: 4, toHour: 7 });
  });

  const weekly = (...weekdays: number[]) => {
    const life = notes(3);
    for (const day of range(DAYS)) if (weekdays.includes(day % 7)) life.add(day, 5, { tags: ['gym'] });
    return life.memories;
  };
  const titlesOf = (memories: readonly Observation[]) =>
    findPatterns(memories, { minOccurrences: 3, timezone: 'UTC' })
      .patterns.filter(({ items, family }) => items[0]?.name === 'gym' && /routine|interval/.test(family))
      .map(({ title }) => title)
      .sort();

  it('tells each weekday of what has two, with its hour, and not the days between them', () => {
    expect(titlesOf(weekly(0))).toEqual(['gym: Mondays between 04:00 and 07:00']);
    expect(titlesOf(weekly(0, 3))).toEqual([
      'gym: Mondays between 04:00 and 07:00',
      'gym: Thursdays between 04:00 and 07:00',
    ]);
    const ids = routines(weekly(0, 3)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(routineOf('gym', weekly(0, 3))?.description).toMatch(
      /: 50 of its 100 days\. (Mondays|Thursdays) at any hour: 50 \(expected /,
    );
  });

  it('tells the hour by itself where it has more days than the weekdays have', () => {
    const memories = [...weekly(0)];
    const life = new PatternLife(9, DAYS);
    for (const day of life.spread(110)) life.add(day, 5, { tags: ['gym'] });
    memories.push(...life.memories.map((memory) => ({ ...memory, id: `more${memory.id}` })));
    expect(titlesOf(memories)).toEqual(['gym: Mondays between 04:00 and 07:00', 'gym: between 04:00 and 07:00']);
  });

  it('tells an hour at which the thing has been', () => {
    for (const seed of range(8)) {
      const life = notes(seed + 1);
      for (const day of life.spread(30)) life.add(day, 9, { tags: ['pills'] });
      for (const day of life.spread(14)) life.add(day, 13 + life.below(8), { tags: ['pills'] });
      expect(routineOf('pills', life.memories)?.params['hour']).toBe(9);
    }
  });

  it('finds the routines of a life that has nothing else', () => {
    const life = new PatternLife(3, DAYS);
    for (const habit of range(10))
      for (const day of life.spread(30)) life.add(day, 6 + habit, { tags: [`h${habit}`], type: `type${habit}` });
    expect(routines(life.memories)).toHaveLength(10);
  });

  it('expects of a weekday what is written then beside what is there every day', () => {
    const saturdays = (life: PatternLife) => {
      const timeline = timelineOf(life.memories, new LocalClock('UTC'));
      const { items, common } = itemTable(timeline, 3);
      const habits = new HabitBaseline(timeline, new Exposure(timeline), [...items, ...common]);
      const topic = items.find(({ name }) => name === 't1')!;
      return habits.baselineOf(topic).weekdays(topic)[6]!;
    };
    const alone = saturdays(notes(4, 8));
    const life = notes(4, 8);
    for (const day of range(DAYS)) life.add(day, 7 + life.below(15), { tags: ['journal'], type: 'journal' });
    expect(saturdays(life)).toBeGreaterThan(0.97 * alone);
  });
});

describe('what is told of an hour', () => {
  const noise = () => new PatternLife(7, DAYS).noise(1000);

  it('is on how many days it is there around that hour, however often it is there at others', () => {
    const life = noise();
    for (const day of life.spread(40)) life.add(day, 5, { tags: ['pill'] }).add(day, 20, { tags: ['pill'] });
    const pill = routineOf('pill', life.memories);
    expect(pill).toMatchObject({ params: { hour: 5 }, support: { episodes: 40, memories: 40 } });
    expect(pill?.effect.observed).toBe(40);
    expect(pill?.counterExampleIds).toEqual([]);
  });

  it('does not depend on copies', () => {
    const life = noise();
    for (const day of life.spread(40)) life.add(day, 4 + life.below(6), { tags: ['pill'] });
    for (const day of life.spread(40)) life.add(day, 20, { tags: ['pill'] });
    const copies = life.memories
      .filter(({ tags }) => tags.includes('pill'))
      .flatMap((memory) => ['b', 'c'].map((copy) => ({ ...memory, id: memory.id + copy })));
    const once = routineOf('pill', life.memories);
    const thrice = routineOf('pill', [...life.memories, ...copies]);
    expect(once?.params).toBeDefined();
    expect(thrice?.params).toEqual(once?.params);
    expect(thrice?.support.episodes).toBe(once?.support.episodes);
    expect(thrice?.effect.expected).toBeGreaterThanOrEqual(once?.effect.expected ?? 0);
  });

  it('is counted around the hour that is told', () => {
    const life = noise();
    const hours = [...range(16).map(() => 5), ...range(8).map(() => 6), ...range(12).map(() => 7)];
    life.spread(36).forEach((day, index) => life.add(day, hours[(index * 7) % 36]!, { tags: ['run'] }));
    expect(routineOf('run', life.memories)).toMatchObject({ params: { hour: 6 }, effect: { observed: 36 } });
  });

  it('names nine o’clock for what is always at nine, where hardly anything is written at eight', () => {
    const life = new PatternLife(7, DAYS);
    for (const index of range(1000)) {
      life.add(life.below(DAYS), 9 + life.below(13), { tags: [`t${life.below(30)}`], type: `type${index % 9}` });
    }
    for (const day of life.spread(30)) life.add(day, 9, { tags: ['standup'] });
    expect(routineOf('standup', life.memories)).toMatchObject({ params: { hour: 9 }, effect: { observed: 30 } });
  });
});
