import { alternativesOf } from './preference-phrases.js';

it.each([
  ['tea', 'coffee this morning', 'tea', 'coffee'],
  ['Ordered tea', 'coffee with Ben', 'tea', 'coffee'],
  ['Cycled to work', 'taking the bus', 'Cycled', 'bus'],
  ['green tea', 'coffee', 'green tea', 'coffee'],
])('of "%s" instead of "%s" counts "%s" instead of "%s"', (chosen, instead, thing, other) => {
  expect(alternativesOf({ chosen, instead })).toEqual([thing, other]);
});

it('keeps what is chosen between where only the circumstances differ', () => {
  const trips = { chosen: 'train to Rome', instead: 'train to Paris' };
  expect(alternativesOf(trips)).toEqual(['train to Rome', 'train to Paris']);
});

it('keeps an alternative that is only how something is taken', () => {
  expect(alternativesOf({ chosen: 'go', instead: 'stay' })).toEqual(['go', 'stay']);
});
