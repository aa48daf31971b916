import type { Finding } from './fdr-selection.js';
import type { Item } from '../types/item.js';
import { patternId } from './pattern-id.js';

const item = (name: string, kind: Item['kind'] = 'tag'): Item => ({ kind, name, memories: [], days: [] });
const idOf = (family: Finding['family'], items: readonly Item[], params: Finding['params'] = {}): string =>
  patternId({ family, items, params } as unknown as Finding);

describe('the id of a pattern', () => {
  it.each<[string, string, string]>([
    [
      'an hour joins its weekday',
      idOf('routine', [item('run')], { kind: 'weekday', weekday: 1 }),
      idOf('routine', [item('run')], { kind: 'weekday+hour', weekday: 1, hour: 6, counted: 'weekday' }),
    ],
    [
      'its hour moves',
      idOf('routine', [item('run')], { kind: 'hour', hour: 6 }),
      idOf('routine', [item('run')], { kind: 'hour', hour: 7 }),
    ],
    [
      'an interval is measured better',
      idOf('interval', [item('beans')], { intervalDays: 21, fromDays: 20, toDays: 22 }),
      idOf('interval', [item('beans')], { intervalDays: 20, fromDays: 19, toDays: 22 }),
    ],
    [
      'the rarer of two things becomes the commoner one',
      idOf('association', [item('storm'), item('cod')]),
      idOf('association', [item('cod'), item('storm')]),
    ],
    ['a tag is written in another way', idOf('trend', [item('night-shift')]), idOf('trend', [item('Night shifts')])],
    ['a word becomes a tag', idOf('trend', [item('bean', 'word')]), idOf('trend', [item('beans')])],
    [
      'capitals change in a choice',
      idOf('preference', [], { chosen: 'tea', instead: 'coffee' }),
      idOf('preference', [], { chosen: 'Tea', instead: 'coffee' }),
    ],
    [
      'words of a theme change places',
      idOf('theme', [item('sea, light', 'theme')]),
      idOf('theme', [item('light, sea', 'theme')]),
    ],
  ])('stays where %s', (_, before, after) => {
    expect(after).toBe(before);
    expect(after).toMatch(/^[0-9a-hjkmnp-tv-z]{13}$/);
  });

  it('differs for what differs', () => {
    const all = [
      idOf('routine', [item('run')], { weekday: 1 }),
      idOf('routine', [item('run')], { weekday: 2 }),
      idOf('routine', [item('run')], { hour: 6 }),
      idOf('routine', [item('swim')], { weekday: 1 }),
      idOf('routine', [item('run', 'type')], { weekday: 1 }),
      idOf('interval', [item('run')], { intervalDays: 7 }),
      idOf('interval', [item('run')], { intervalDays: 21 }),
      idOf('sequence', [item('a'), item('b')]),
      idOf('sequence', [item('b'), item('a')]),
      idOf('emotion', [item('run')], { direction: 'positive' }),
      idOf('emotion', [item('run')], { direction: 'negative' }),
      idOf('preference', [], { chosen: 'tea', instead: 'coffee' }),
      idOf('preference', [], { chosen: 'coffee', instead: 'tea' }),
      idOf('trend', [item('!!')]),
      idOf('trend', [item('??')]),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});
