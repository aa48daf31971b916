import type { Family } from '../types/candidate.js';
import type { Finding } from '../selection/fdr-selection.js';
import { describe as told } from './description.js';
import type { Item } from '../types/item.js';

const item = (name: string): Item => ({ kind: 'tag', name, memories: [0, 1, 2], days: [0, 1, 2] });

function finding(family: Family, params: Finding['params'] = {}, more: Partial<Finding> = {}): Finding {
  return {
    family,
    items: family === 'preference' ? [] : [item('a'), item('b')],
    params,
    p: 1e-9,
    q: 2e-7,
    tier: 'established',
    reach: 40,
    test: 'binomial',
    observed: 19,
    of: 23,
    expected: 3.6,
    evidence: () => [],
    counterExamples: () => [],
    ...more,
  };
}

const ITS_NUMBERS = '19 of its 23 days (expected 3.6)';
const NUMBERS = '19 of 23 days (expected 3.6)';

describe('a sentence', () => {
  it.each<[Finding, string, string]>([
    [finding('routine', { weekday: 2 }), 'a: Tuesdays', `'a' appears on Tuesdays: ${ITS_NUMBERS}.`],
    [
      finding('routine', { hour: 9, fromHour: 8, toHour: 11 }),
      'a: between 08:00 and 11:00',
      `'a' appears between 08:00 and 11:00: ${ITS_NUMBERS}.`,
    ],
    [
      finding('routine', { weekday: 2, hour: 9, fromHour: 8, toHour: 11, counted: 'weekday' }, { daysOfBoth: 17 }),
      'a: Tuesdays between 08:00 and 11:00',
      "'a' appears on Tuesdays between 08:00 and 11:00: 17 of its 23 days. Tuesdays at any hour: 19 (expected 3.6).",
    ],
    [
      finding('routine', { weekday: 2, hour: 9, fromHour: 8, toHour: 11, counted: 'hour' }, { daysOfBoth: 17 }),
      'a: Tuesdays between 08:00 and 11:00',
      "'a' appears on Tuesdays between 08:00 and 11:00: 17 of its 23 days. Between 08:00 and 11:00 on any day: 19 (expected 3.6).",
    ],
    [
      finding('interval', { intervalDays: 17, fromDays: 16, toDays: 18 }),
      'a: every 17 days',
      "'a' comes back after about 17 days (16 to 18): 19 of 23 returns (expected 3.6).",
    ],
    [
      finding('interval', { intervalDays: 2, fromDays: 2, toDays: 2 }),
      'a: every 2 days',
      "'a' comes back after about 2 days: 19 of 23 returns (expected 3.6).",
    ],
    [
      finding('sequence', { withinDays: 1 }, { followedDays: 2 }),
      'a, then b',
      "'a' is followed by 'b' within a day: on 2 of its 3 days. Where they meet in one order only, it is this one 19 of 23 times (expected 3.6).",
    ],
    [
      finding('sequence', { withinDays: 7 }, { followedDays: 1, items: [{ ...item('a'), days: [0] }, item('b')] }),
      'a, then b',
      "'a' is followed by 'b' within 7 days: on 1 of its 1 day. Where they meet in one order only, it is this one 19 of 23 times (expected 3.6).",
    ],
    [
      finding('association', { together: 'day' }, { daysInOneMemory: 0 }),
      'a with b',
      "'a' goes with 'b' on the same day: 19 of its 23 days (expected 3.6).",
    ],
    [
      finding('association', { together: 'day' }, { daysInOneMemory: 1 }),
      'a with b',
      "'a' goes with 'b' on the same day: 19 of its 23 days (expected 3.6), on 1 of them in one memory.",
    ],
    [
      finding('association', { together: 'memory' }, { daysInOneMemory: 19 }),
      'a with b',
      "'a' goes with 'b' on the same day: 19 of its 23 days (expected 3.6), always in one memory.",
    ],
    [
      finding('emotion', { direction: 'positive' }),
      'a: positive feeling',
      "What concerns 'a' feels good: 19 of 23 days with a recognized feeling (expected 3.6).",
    ],
    [
      finding('importance', { direction: 'low' }),
      'a: low importance',
      `'a' is held to be less important than usual: ${NUMBERS}.`,
    ],
    [
      finding('importance', { direction: 'high', among: 'quarter', than: 0.8 }),
      'a: high importance',
      `'a' is among the most important quarter of what is written (above 0.8): ${NUMBERS}.`,
    ],
    [
      finding('importance', { direction: 'low', among: 'quarter', than: 0.3 }),
      'a: low importance',
      `'a' is among the least important quarter of what is written (below 0.3): ${NUMBERS}.`,
    ],
    [
      finding('trend', { direction: 'up' }),
      'a: growing',
      "'a' takes a growing share of the memories: 19 of 23 days in the later half of what else was written (expected 3.6).",
    ],
    [
      finding('trend', { direction: 'down' }),
      'a: shrinking',
      "'a' takes a shrinking share of the memories: 19 of 23 days in the earlier half of what else was written (expected 3.6).",
    ],
    [
      finding('mood', { weekday: 1, direction: 'negative' }, { items: [] }),
      'Mondays: worse mood',
      'On Mondays, memories feel worse than on other days: 19 of 23 days with a recognized feeling are bad (expected 3.6).',
    ],
    [
      finding('mood', { hour: 22, fromHour: 21, toHour: 0, direction: 'positive' }, { items: [] }),
      'Between 21:00 and 00:00: better mood',
      'Between 21:00 and 00:00, memories feel better than at other hours: 19 of 23 days with a recognized feeling are good (expected 3.6).',
    ],
    [
      finding('importance_trend', { direction: 'up', from: 0.4, to: 0.7 }),
      'a: rising importance',
      "'a' becomes more important (on average 0.4, then 0.7): 19 of 23 weeks of its later half are above its middle (expected 3.6).",
    ],
    [
      finding('importance_trend', { direction: 'down', from: 0.7, to: 0.4 }),
      'a: falling importance',
      "'a' becomes less important (on average 0.7, then 0.4): 19 of 23 weeks of its later half are below its middle (expected 3.6).",
    ],
    [finding('theme'), 'Theme: a', "'a' keeps coming up: 19 of 23 days looked at (expected 3.6)."],
    [
      finding('preference', { chosen: 'mend', instead: 'buy' }),
      'mend rather than buy',
      `'mend' is chosen rather than 'buy': ${NUMBERS}.`,
    ],
  ])('%#', (each, title, sentence) => {
    expect(told(each)).toMatchObject({ title, description: `${sentence} q = 2e-7.` });
  });

  it('counts one as one, and tells little chance as little', () => {
    const sparse = finding('importance', { direction: 'high' }, { observed: 1, of: 1, expected: 0.01 });
    expect(told(sparse).description).toContain('usual: 1 of 1 day (expected less than 0.1).');
  });

  it('says of a tentative one that it may be chance', () => {
    expect(told(finding('routine', { weekday: 2 }, { q: 0.03, tier: 'tentative' })).description).toBe(
      `'a' appears on Tuesdays: ${ITS_NUMBERS}. q = 0.03. Tentative: chance alone gives some like it.`,
    );
  });

  it('says of what is too small to be computed that it is smaller', () => {
    expect(told(finding('routine', { weekday: 2 }, { p: 1e-300, q: 4e-297 })).description).toContain(' q < 4e-297.');
  });

  it.each([
    ['walk on around', "'walk on around' appears between 08:00 and 11:00"],
    ["o'clock", '"o\'clock" appears'],
    ['6" nails', "'6\" nails' appears"],
    [`o'clock 6"`, `“o'clock 6"” appears`],
  ])('leaves a name as it is: %s', (name, start) => {
    const { description, title } = told(
      finding('routine', { hour: 9, fromHour: 8, toHour: 11 }, { items: [item(name)] }),
    );
    expect(description.startsWith(start)).toBe(true);
    expect(title).toBe(`${name}: between 08:00 and 11:00`);
  });

  it('is one line, whatever a name holds', () => {
    const broken = told(finding('routine', { hour: 9, fromHour: 8, toHour: 11 }, { items: [item('a\n\tb')] }));
    expect([broken.title, broken.description]).toEqual([
      'a b: between 08:00 and 11:00',
      `'a b' appears between 08:00 and 11:00: ${ITS_NUMBERS}. q = 2e-7.`,
    ]);
  });
});
