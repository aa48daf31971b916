import { DAY, PatternLife } from '../../test/support/stories/pattern-life.js';
import { findPatterns } from './find-patterns.js';
import type { Observation } from './patterns/types/observation.js';
import type { Pattern } from './patterns/types/pattern.js';

const find = (memories: readonly Observation[], timezone = 'UTC', minOccurrences = 3) =>
  findPatterns(memories, { minOccurrences, timezone });
const established = (memories: readonly Observation[], timezone?: string) =>
  find(memories, timezone).patterns.filter(({ tier }) => tier === 'established');
const names = ({ items }: Pattern) => items.map(({ name }) => name).join('+');
const facts = (patterns: readonly Pattern[]) =>
  patterns.map((each) => [each.family, names(each), each.tier, each.params, each.stats.p, each.support.episodes]);

/** A year of noise with standup on Tuesdays at nine, and bread the day after a night call. */
function year(seed = 7): PatternLife {
  const life = new PatternLife(seed).noise(700);
  for (let week = 0; week < 30; week += 1) life.add(week * 7 + 1, 9, { tags: ['standup'] });
  for (const day of life.spread(24)) life.add(day, 12, { tags: ['call'] }).add(day + 1, 12, { tags: ['bread'] });
  return life;
}

describe('findPatterns', () => {
  it('finds a routine with its weekday and hour, and says so in one sentence', () => {
    const [routine] = established(year().memories).filter((pattern) => names(pattern) === 'standup');
    expect(routine).toMatchObject({
      family: 'routine',
      params: { kind: 'weekday+hour', weekday: 2, hour: 9, counted: 'weekday' },
      title: 'standup: Tuesdays between 08:00 and 11:00',
      support: { episodes: 30, memories: 30 },
      effect: { observed: 30 },
    });
    expect(routine?.description).toMatch(
      /^'standup' appears on Tuesdays between 08:00 and 11:00: 30 of its 30 days\. Tuesdays at any hour: 30 \(expected [\d.]+\)\. q = /,
    );
    expect(routine?.viz).toMatchObject({ kind: 'weekHour' });
    expect(routine?.viz.data).toHaveLength(168);
    expect(routine?.viz.data[24 + 9]).toBe(30);
    expect(routine?.evidenceIds).toHaveLength(20);
  });

  it.each([
    ['weekday', 0, 7],
    ['hour', 2, 0],
  ])('counts of a weekday and an hour what it was told by: the %s', (counted, daysOff, hoursOff) => {
    const life = new PatternLife(7).noise(700);
    for (let week = 0; week < 30; week += 1) {
      const isOff = week % 4 === 0;
      life.add(week * 7 + 1 + (isOff ? daysOff : 0), 9 + (isOff ? hoursOff : 0), { tags: ['standup'] });
    }
    const [routine] = established(life.memories).filter((pattern) => names(pattern) === 'standup');
    expect(routine).toMatchObject({
      params: { kind: 'weekday+hour', weekday: 2, hour: 9, fromHour: 8, toHour: 11, counted },
      support: { episodes: 30, memories: 30 },
      effect: { observed: 30 },
    });
    expect(routine?.description).toContain('on Tuesdays between 08:00 and 11:00: 22 of its 30 days.');
  });

  it('reads no hour where only the day is known, and the day as it is in every zone', () => {
    const life = new PatternLife(7).noise(700);
    for (let week = 0; week < 30; week += 1) life.add(week * 7 + 1, 0, { tags: ['rent'], isDay: true });
    for (const zone of ['UTC', 'America/Bogota', 'Asia/Tokyo']) {
      const [routine] = established(life.memories, zone).filter((pattern) => names(pattern) === 'rent');
      expect(routine?.params).toEqual({ kind: 'weekday', weekday: 2 });
      expect(routine?.viz.data).toEqual(new Array<number>(168).fill(0).fill(30, 24, 25));
    }
  });

  it('takes one thing in capitals for the same alternative', () => {
    const life = new PatternLife(11).noise(700);
    life
      .spread(16)
      .forEach((day, i) =>
        life.add(day, 15, { tags: [], choice: { chosen: i % 2 === 0 ? 'Mend' : 'mend', instead: 'buy' } }),
      );
    const preferences = established(life.memories).filter(({ family }) => family === 'preference');
    expect(preferences.map(({ params, support }) => [params, support.episodes])).toEqual([
      [{ chosen: 'Mend', instead: 'buy' }, 16],
    ]);
  });

  it('finds what comes after what, within how many days', () => {
    const [sequence] = established(year().memories).filter(({ family }) => family === 'sequence');
    expect(sequence && names(sequence)).toBe('call+bread');
    expect(sequence?.params).toMatchObject({ withinDays: 1, medianLagDays: 1 });
  });

  it.each<[string, (life: PatternLife) => void, Partial<Pattern>]>([
    [
      'interval',
      (life) => range(20).forEach((i) => life.add(i * 17 + 3, 8 + life.below(15), { tags: ['x'] })),
      {
        params: { intervalDays: 17 },
        support: expect.objectContaining({ episodes: 20, memories: 20 }) as Pattern['support'],
      },
    ],
    [
      'association',
      (life) =>
        life
          .spread(20)
          .forEach((day, i) => life.add(day, 15, { tags: i % 9 === 0 ? ['x'] : i % 9 === 1 ? ['y'] : ['x', 'y'] })),
      { params: { together: 'memory' } },
    ],
    [
      'emotion',
      (life) => life.spread(24).forEach((day) => life.add(day, 15, { tags: ['x'], valence: 1 })),
      { params: { direction: 'positive' } },
    ],
    [
      'mood',
      (life) => {
        for (let week = 0; week < 40; week += 1)
          life.add(week * 7 + 2, 15, { tags: [`t${life.below(30)}`], valence: -1 });
      },
      { params: { weekday: 3, direction: 'negative' } },
    ],
    [
      'importance_trend',
      (life) =>
        life
          .spread(30)
          .forEach((day, i) => life.add(day, 15, { tags: ['x'], importance: 0.2 + i * 0.02 + (i % 3) * 0.05 })),
      { params: { direction: 'up' } },
    ],
    [
      'importance',
      (life) => life.spread(20).forEach((day) => life.add(day, 15, { tags: ['x'], importance: 0.95 })),
      {},
    ],
    [
      'trend',
      (life) => range(80).forEach(() => life.add(Math.floor(life.next() ** 0.28 * 364), 15, { tags: ['x'] })),
      { params: { direction: 'up' } },
    ],
    [
      'preference',
      (life) =>
        life.spread(16).forEach((day) => life.add(day, 15, { tags: [], choice: { chosen: 'mend', instead: 'buy' } })),
      { params: { chosen: 'mend', instead: 'buy' } },
    ],
  ])('finds a planted %s', (family, plant, expected) => {
    const life = new PatternLife(11).noise(700);
    plant(life);
    const found = established(life.memories).filter((pattern) => pattern.family === family);
    expect(found[0]).toMatchObject(expected);
    expect(found[0]?.items.map(({ name }) => name) ?? []).toEqual(
      ['preference', 'mood'].includes(family) ? [] : expect.arrayContaining(['x']),
    );
  });

  it('finds nothing in noise', () => {
    for (let seed = 1; seed <= 8; seed += 1)
      expect(facts(established(new PatternLife(seed).noise(600).memories))).toEqual([]);
  });

  it('takes what the tenant always does on Mondays for no routine of a thing', () => {
    const life = new PatternLife(3);
    for (let week = 0; week < 52; week += 1)
      range(6).forEach(() => life.add(week * 7, 9, { tags: [`t${life.below(12)}`] }));
    expect(facts(established(life.memories))).toEqual([]);
  });
});

describe('what must not matter, and what must', () => {
  const { memories } = year();
  const before = facts(find(memories).patterns);

  it('renamed ids change nothing', () => {
    const renamed = memories.map((memory, i) => ({ ...memory, id: `z${(i * 7919) % 10007}` }));
    expect(facts(find(renamed).patterns)).toEqual(before);
  });

  it('the order of the input changes nothing', () => {
    expect(JSON.stringify(find(memories.toReversed())) === JSON.stringify(find(memories))).toBe(true);
  });

  it('a shift by whole weeks keeps the findings', () => {
    const shifted = memories.map((memory) => ({ ...memory, at: memory.at + 35 * DAY }));
    const told = (list: readonly Observation[]) =>
      established(list).map((each) => [each.family, names(each), each.params]);
    expect(told(shifted)).toEqual(told(memories));
  });

  it('duplicated rows never raise the support', () => {
    const copies = memories.map((memory) => ({ ...memory, id: `${memory.id}-copy` }));
    const support = new Map(find(memories).patterns.map((each) => [each.family + names(each), each.support.episodes]));
    for (const each of established([...memories, ...copies])) {
      expect(each.support.episodes).toBeLessThanOrEqual(support.get(each.family + names(each)) ?? 0);
    }
  });

  it('ten thousand identical memories are one episode', () => {
    const [one] = memories;
    const report = find(
      range(10_000).map((i) => ({ ...one!, id: `m${i}` })),
      'UTC',
      2,
    );
    expect(report.patterns).toEqual([]);
    expect(report.suppressed).toContainEqual({ reason: 'too_few_episodes', count: one!.tags.length + 1 });
  });

  it('one memory of centuries away hides no routine and no sequence', () => {
    const kept = (list: readonly Observation[]) =>
      established(list)
        .filter(({ family }) => family === 'routine' || family === 'sequence')
        .map((each) => [each.family, names(each), each.params, each.support.episodes]);
    const apart = { ...memories[0]!, id: 'apart', tags: ['apart'] };
    for (const year of ['0100', '1815', '9999'])
      expect(kept([...memories, { ...apart, at: Date.parse(`${year}-06-01`) }])).toEqual(kept(memories));
  });

  it('reversed time turns a sequence round', () => {
    const last = Math.max(...memories.map(({ at }) => at));
    const reversed = memories.map((memory) => ({ ...memory, at: 2 * last - memory.at }));
    const sequences = established(reversed).filter(({ family }) => family === 'sequence');
    expect(sequences.map(names)).toEqual(['bread+call']);
  });

  it('another time zone moves the hour', () => {
    const hourIn = (zone: string) => established(memories, zone).find((each) => names(each) === 'standup')?.params;
    expect(hourIn('Asia/Tokyo')).toMatchObject({ weekday: 2, hour: 18 });
    expect(hourIn('America/Bogota')).toMatchObject({ weekday: 2, hour: 4 });
  });
});

function range(size: number): number[] {
  return [...Array(size).keys()];
}
