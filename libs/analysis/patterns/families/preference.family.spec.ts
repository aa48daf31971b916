import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { toldPatterns } from '../../../../test/support/stories/told-patterns.js';

it('has the choices that fell the other way for counter-examples', () => {
  const life = new PatternLife(11).noise(700);
  const ids = life.spread(20).map((day, i) => {
    const choice = i % 10 === 0 ? { chosen: 'buy', instead: 'mend' } : { chosen: 'mend', instead: 'buy' };
    return life.add(day, 15, { tags: [], choice }).memories.at(-1)!.id;
  });
  const [preference] = toldPatterns(life, 'preference');
  expect(preference).toMatchObject({ params: { chosen: 'mend', instead: 'buy' }, support: { episodes: 18 } });
  expect(preference?.counterExampleIds).toEqual([ids[0], ids[10]]);
  expect(preference?.evidenceIds).toEqual(ids.filter((_, i) => i % 10 !== 0));
});

it('counts one choice however it is told', () => {
  const told = [
    { chosen: 'tea', instead: 'coffee' },
    { chosen: 'Ordered tea', instead: 'coffee with Ben' },
    { chosen: 'tea', instead: 'coffee this morning' },
  ];
  const life = new PatternLife(12).noise(700);
  life.spread(18).forEach((day, i) => life.add(day, 15, { tags: [], choice: told[i % told.length] }));
  const [preference, ...others] = toldPatterns(life, 'preference');
  expect(preference).toMatchObject({ params: { chosen: 'tea', instead: 'coffee' }, support: { episodes: 18 } });
  expect(others).toEqual([]);
});
