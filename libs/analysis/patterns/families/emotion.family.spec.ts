import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { toldPatterns } from '../../../../test/support/stories/told-patterns.js';

it.each([
  ['positive', 'good', 1, -1],
  ['negative', 'bad', -1, 1],
] as const)('what is told with a %s feeling feels %s, and the other feeling is its counter-example', (...each) => {
  const [direction, word, valence, other] = each;
  const life = new PatternLife(11).noise(700);
  life.spread(30).forEach((day, i) => life.add(day, 15, { tags: ['x'], valence: i === 7 ? other : valence }));
  const told = toldPatterns(life, 'emotion', 'x');
  expect(told.map(({ params }) => params)).toEqual([{ direction }]);
  expect(told[0]?.description).toContain(`What concerns 'x' feels ${word}: 29 of 30 days`);
  expect(told[0]?.counterExampleIds).toEqual([life.memories[700 + 7]?.id]);
});
