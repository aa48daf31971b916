import { PatternLife } from '../../../../test/support/stories/pattern-life.js';
import { toldPatterns } from '../../../../test/support/stories/told-patterns.js';

/** Importances of the noise are tenths from 0 to 1; a thing has two of them in turn. */
const told = (often: number, sometimes: number) => {
  const life = new PatternLife(5).noise(700);
  life.spread(40).forEach((day, i) => life.add(day, 12, { tags: ['x'], importance: i % 8 === 0 ? sometimes : often }));
  return toldPatterns(life, 'importance', 'x')[0];
};

it('says more than usual of what is above the middle', () => {
  const found = told(0.7, 0.2);
  expect(found?.params).toMatchObject({ among: 'half' });
  expect(found?.description).toMatch(/^'x' is held to be more important than usual: 35 of 40 days \(/);
});

it('says that it is among the most important quarter where that is counted, and where this begins', () => {
  const found = told(0.9, 0.7);
  expect(found?.params).toMatchObject({ direction: 'high', among: 'quarter' });
  expect(found?.description).toMatch(
    /^'x' is among the most important quarter of what is written \(above 0\.[78]\): 35 of 40 days \(/,
  );
});
