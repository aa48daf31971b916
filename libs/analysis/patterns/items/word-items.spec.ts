import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { findPatterns } from '../../find-patterns.js';
import { tokensOf } from '../../features/tokens.js';
import { wordRunsOf } from '../../features/word-runs.js';
import type { Pattern } from '../types/pattern.js';

const said = (text: string) => ({ tags: [], words: wordRunsOf(tokensOf(text)) });

/** A year of notes of no subject that comes back, and what a test adds. */
function life(seed: number): PatternLife {
  const made = new PatternLife(seed);
  const things = 'ladder carpet violin bucket lantern pillow kettle bridge garden ticket'.split(' ');
  for (let i = 0; i < 500; i += 1)
    made.add(
      made.below(made.days),
      8 + made.below(14),
      said(`The ${things[made.below(10)]} and the ${things[made.below(10)]}.`),
    );
  return made;
}

const found = (made: PatternLife, family: string): Pattern[] =>
  findPatterns(made.memories, { minOccurrences: 3, timezone: 'UTC' }).patterns.filter(
    (pattern) => pattern.family === family && pattern.tier === 'established',
  );

describe('memories without tags', () => {
  it('have what follows what: a headache after night shifts', () => {
    const made = life(3);
    for (const day of made.spread(40)) {
      made.add(day, 21, said('Night shift on ward four.'));
      if (made.next() < 0.85) made.add(day + 1, 14, said('A headache since lunch.'));
    }
    const titles = found(made, 'sequence').map(({ title }) => title);
    expect(titles).toContain('night shift, then headache');
  });

  it('have what comes back: beans every three weeks, however they are inflected', () => {
    const made = life(4);
    for (let day = 2, i = 0; day < 360; day += 21, i += 1)
      made.add(day + (i % 3), 9, said(i % 4 === 0 ? 'The last bean is gone.' : 'Fetched beans at the roastery.'));
    const [interval] = found(made, 'interval');
    expect(interval?.items).toEqual([{ kind: 'word', name: 'beans' }]);
    expect(Math.abs(Number(interval?.params['intervalDays']) - 21)).toBeLessThanOrEqual(1);
  });

  it('have routines of words that are neither feelings nor actions', () => {
    const made = life(5);
    for (let week = 0; week < 50; week += 1) made.add(week * 7 + 2, 18, said('Exhausted, and watered the orchids.'));
    expect(found(made, 'routine').map(({ title }) => title)).toEqual(['orchids: Wednesdays between 17:00 and 20:00']);
  });

  it('are one thing with the tag that others have', () => {
    const made = life(6);
    for (let week = 0; week < 50; week += 1)
      made.add(week * 7 + 2, 18, week % 2 ? { tags: ['orchid'] } : said('The orchids need light.'));
    const [routine] = found(made, 'routine');
    expect([routine?.items, routine?.support.memories]).toEqual([[{ kind: 'tag', name: 'orchid' }], 50]);
  });

  it('are one thing with the tag or the name that others have, also where they are few', () => {
    const made = life(7);
    for (let week = 0; week < 50; week += 1) {
      const few = week % 12 === 0;
      made.add(week * 7 + 2, 18, few ? said('The orchids need light.') : { tags: ['orchid'] });
      const written = few ? 'Went to the flea market.' : 'Flea market again, two crates.';
      made.add(week * 7 + 5, 7, { ...said(written), entities: few ? [] : ['flea'] });
    }
    const memories = found(made, 'routine').map(({ items, support }) => [items[0]?.name, support.memories]);
    expect(memories).toContainEqual(['orchid', 50]);
    const market = life(8);
    for (let week = 0; week < 50; week += 1)
      market.add(week * 7 + 2, 18, week % 12 === 0 ? said('At the boat market.') : { tags: ['boat-market'] });
    expect(found(market, 'routine').map(({ items, support }) => [items[0]?.name, support.memories])).toEqual([
      ['boat-market', 50],
    ]);
    expect(memories.filter(([name]) => String(name).includes('flea')).map(([, count]) => count)).toEqual([50]);
  });
});

it('memories with telling tags are known by these, not by their words', () => {
  const made = new PatternLife(5).noise(500);
  for (let week = 0; week < 50; week += 1)
    made.add(week * 7 + 2, 18, { ...said('Watered the orchids.'), tags: ['plants'] });
  const names = found(made, 'routine').map(({ items }) => items[0]?.name);
  expect(names).toEqual(['plants']);
});

it('a tag that most memories have tells nothing: their words do', () => {
  const made = life(7);
  for (let week = 0; week < 50; week += 1) made.add(week * 7 + 2, 18, said('The orchids.'));
  made.memories.forEach((memory, i) => (made.memories[i] = { ...memory, tags: ['diary'] }));
  expect(found(made, 'routine').map(({ items }) => items[0]?.name)).toContain('orchids');
});

describe('memories of which only some have tags', () => {
  /** Night shifts on evenly spread days, every other one tagged, most with a headache on the day after. */
  function shifts(tagged: readonly string[]): PatternLife {
    const made = life(8);
    made.spread(30).forEach((day, i) => {
      const text = said(i % 3 === 0 ? 'Another shift in the night.' : 'Night shift on ward four.');
      made.add(day, 22, i % 2 === 0 ? { ...text, tags: tagged } : text);
      made.add(day + 1, 14, said('A headache since lunch.'));
    });
    return made;
  }

  it('have words that are counted in all memories that hold them', () => {
    const made = shifts(['work']);
    const described = found(made, 'sequence').map(({ description }) => description);
    expect(described.join()).toMatch(/'night' is followed by 'headache' within a day: on 30 of its 30 days/);
  });

  it('have no words beside the tag that is made of them', () => {
    const named = findPatterns(shifts(['night-shift']).memories, { minOccurrences: 3, timezone: 'UTC' }).patterns;
    const names = new Set(named.flatMap(({ items }) => items.map(({ name }) => name)));
    expect([...names].filter((name) => /night|shift/.test(name))).toEqual(['night-shift']);
  });
});
