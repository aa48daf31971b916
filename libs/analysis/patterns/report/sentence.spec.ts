import type { Family } from '../types/candidate.js';
import type { Item } from '../types/item.js';
import type { Finding } from '../selection/fdr-selection.js';
import { sentenceOf } from './sentence.js';

const item = (name: string, kind: Item['kind'] = 'tag'): Item => ({ kind, name, memories: [], days: [0, 1, 2, 3] });

function finding(family: Family, params: Finding['params'], more: Partial<Finding> = {}): Finding {
  const items = family === 'preference' ? [] : [item('gym'), item('sauna')];
  return { family, params, items, observed: 19, of: 23, ...more } as unknown as Finding;
}

describe('a sentence for readers', () => {
  it.each<[Finding, string]>([
    [finding('routine', { weekday: 2 }), "'gym' comes up mostly on Tuesdays."],
    [
      finding('routine', { weekday: 2, hour: 9, fromHour: 8, toHour: 11 }),
      "'gym' comes up mostly on Tuesdays between 08:00 and 11:00.",
    ],
    [
      finding('routine', { hour: 9, fromHour: 8, toHour: 11 }, { observed: 11 }),
      "'gym' comes up more often between 08:00 and 11:00 than at other times.",
    ],
    [
      finding('routine', { weekday: 2 }, { items: [item('task', 'type')], observed: 11 }),
      "Memories of type 'task' come up more often on Tuesdays than at other times.",
    ],
    [
      finding('routine', { weekday: 2, hour: 9, fromHour: 8, toHour: 11 }, { daysOfBoth: 13 }),
      "'gym' comes up more often on Tuesdays between 08:00 and 11:00 than at other times.",
    ],
    [finding('interval', { intervalDays: 21 }), "'gym' usually comes back after about 21 days."],
    [
      finding('sequence', { withinDays: 1 }, { followedDays: 3 }),
      "After 'gym', 'sauna' usually comes up within a day.",
    ],
    [
      finding('sequence', { withinDays: 7 }, { followedDays: 1, cases: { inOrder: 11, all: 14 } }),
      "Where 'gym' and 'sauna' come up within 7 days of each other, 'sauna' comes only after 'gym' in 11 of 14 cases.",
    ],
    [finding('association', { together: 'day' }), "When 'gym' comes up, 'sauna' usually does too."],
    [
      finding('association', { together: 'day' }, { observed: 9 }),
      "'gym' and 'sauna' come up on the same day more often than chance explains.",
    ],
    [
      finding('emotion', { direction: 'negative' }),
      "When a feeling is recognized in memories with 'gym', it is mostly a bad one.",
    ],
    [finding('importance', { direction: 'high' }), "'gym' is rated more important than most memories."],
    [
      finding('mood', { weekday: 1, direction: 'negative' }, { items: [] }),
      'On Mondays, memories express bad feelings more often than on other days.',
    ],
    [
      finding('mood', { hour: 7, fromHour: 6, toHour: 9, direction: 'positive' }, { items: [] }),
      'Between 06:00 and 09:00, memories express good feelings more often than at other hours.',
    ],
    [finding('importance_trend', { direction: 'up' }), "'gym' has become more important over time."],
    [finding('importance_trend', { direction: 'down' }), "'gym' has become less important over time."],
    [finding('trend', { direction: 'down' }), "'gym' takes up less and less of the memories."],
    [finding('theme', {}), "The subject 'gym' keeps coming up."],
    [finding('preference', { chosen: 'tea', instead: 'coffee' }), "'tea' is usually chosen over 'coffee'."],
    [
      finding('trend', { direction: 'up' }, { items: [item('a\n b')] }),
      "'a b' takes up more and more of the memories.",
    ],
  ])('%#', (found, sentence) => {
    expect(sentenceOf(found)).toBe(sentence);
  });
});
