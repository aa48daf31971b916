import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { toldPatterns } from '../../../../test/support/stories/told-patterns.js';

describe('a sequence', () => {
  const life = new PatternLife(4, 2000).noise(3000);
  life.spread(80).forEach((day, i) => {
    life.add(day, 12, { tags: ['wine'] });
    if (i % 4 === 0) life.add(day + 1, 13, { tags: ['migraine'] });
  });
  const [sequence] = toldPatterns(life, 'sequence', 'wine', 'migraine');

  it('says how often the second thing follows at all, and how often in this order', () => {
    expect(sequence?.description).toMatch(
      /^'wine' is followed by 'migraine' within a day: on 20 of its 80 days\. Where they meet in one order only, it is this one 20 of 20 times \(expected 10\)\. q = \S+$/,
    );
    expect(sequence).toMatchObject({ support: { episodes: 20 }, effect: { observed: 20, expected: 10 } });
  });

  it('has the times that nothing followed for counter-examples', () => {
    const wine = life.memories.filter(({ tags }) => tags.includes('wine'));
    const alone = wine.filter((_, i) => i % 4 !== 0).map(({ id }) => id);
    expect(sequence?.counterExampleIds).toHaveLength(5);
    expect(sequence?.counterExampleIds.filter((id) => !alone.includes(id))).toEqual([]);
  });
});

describe('an association', () => {
  const gymAndSauna = (inOne: (i: number) => boolean): PatternLife => {
    const life = new PatternLife(5).noise(700);
    life.spread(24).forEach((day, i) => {
      if (inOne(i)) life.add(day, 12, { tags: ['gym', 'sauna'] });
      else life.add(day, 12, { tags: ['gym'] }).add(day, 13, { tags: ['sauna'] });
    });
    return life;
  };

  it.each([
    ['', 'day', () => false],
    [', on 16 of them in one memory', 'memory', (i: number) => i % 3 !== 0],
    [', on 8 of them in one memory', 'day', (i: number) => i % 3 === 0],
  ])('says on how many days one memory holds both%s', (phrase, together, inOne) => {
    const [found] = toldPatterns(gymAndSauna(inOne), 'association', 'gym', 'sauna');
    expect(found?.description).toMatch(/ goes with '\w+' on the same day: 24 of its 24 days \(expected [\d.]+\)/);
    expect(found?.description).toContain(`)${phrase}. q = `);
    expect(found?.params).toEqual({ together });
  });
});

it('of what is daily for years no number is 0 that is none', () => {
  const life = new PatternLife(8, 700).noise(2600);
  for (let day = 0; day < 700; day += 1) life.add(day, 5, { tags: ['walk on around'] });
  const [routine] = toldPatterns(life, 'routine', 'walk on around');
  expect(routine?.description).toMatch(
    /^'walk on around' appears between 04:00 and 07:00: 700 of its 700 days \(expected \d+\)\. q < \de-29\d\.$/,
  );
  const { p, q } = routine!.stats;
  expect([p > 0, q > 0, routine!.confidence < 1]).toEqual([true, true, true]);
});
