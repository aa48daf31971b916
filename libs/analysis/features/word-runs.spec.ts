import { tokensOf } from './tokens.js';
import { runsIn, wordRunsOf } from './word-runs.js';

const runs = (text: string): string => wordRunsOf(tokensOf(text));

describe('the words of a text', () => {
  it.each([
    ['Did the night shift for Ida, quiet until three.', 'night shift;ida;quiet'],
    ['The beans are gone, bought two bags.', 'beans;bought;bags'],
    ["Mum's roof leaks on Mondays.", 'mum roof leaks'],
    ['Kopfschmerzen nach der Nachtschicht', 'kopfschmerzen;nachtschicht'],
    ['', ''],
    ['It was as it is.', ''],
    [`https://example.com/${'a'.repeat(40)} read`, 'https;example;read'],
  ])('of %j are %j', (text, expected) => {
    expect(runs(text)).toBe(expected);
  });

  it('are 32 at most', () => {
    expect(runs('apple '.repeat(100)).split(' ')).toHaveLength(32);
  });

  it('are read back run by run', () => {
    expect(runsIn('night shift;ida')).toEqual([['night', 'shift'], ['ida']]);
    expect(runsIn('')).toEqual([]);
  });
});
