import { isNestedName, wordsOfName } from './item-words.js';

describe('two names', () => {
  it.each([
    ['bean', 'beans gone'],
    ['nats', 'NATS JetStream'],
    ['jetstream', 'nats-jetstream'],
    ['mother-call', 'mother'],
    ['nightShift', 'night shift'],
    ['night-shift', 'nightshift'],
    ['café', 'cafe'],
    ['decision', 'decisions'],
    ['Wanderung', 'Wanderungen'],
    ['会议', '会议'],
  ])('%s and %s are nested', (a, b) => {
    expect([isNestedName(a, b), isNestedName(b, a)]).toEqual([true, true]);
  });

  it.each([
    ['car', 'care'],
    ['night shift', 'headache'],
    ['tea', 'team'],
    ['wine and cheese', 'wine and bread'],
    ['!!', '??'],
    ['', 'anything'],
  ])('%s and %s are not', (a, b) => {
    expect([isNestedName(a, b), isNestedName(b, a)]).toEqual([false, false]);
  });

  it('are compared by stems, without accents', () => {
    expect(wordsOfName('Über-Bohnen & kitchens 42')).toEqual(['uber', 'bohnen', 'kitchen', '42']);
  });
});
