import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import { fieldOf } from './chain-field.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import { candidateDecisions } from '../ranking/decision-candidates.js';
import { POSSIBLE_SIGNALS, possibleSignals } from './possible-signals.js';

const notes: Told[] = [
  { id: 'a', day: 1, text: 'Option for the kitchen: the gas stove of the neighbours.', tags: ['kitchen'] },
  { id: 'b', day: 2, text: 'We decided to take the induction stove for the kitchen.', type: 'decision' },
  ...Array.from({ length: 40 }, (_, i) => ({
    id: `n${String(i)}`,
    day: 3 + i,
    text: `Rain in week ${String(i)}, read a book.`,
  })),
];
const field = fieldOf(
  chainInput('stove for the kitchen', notes, (text) => (text.includes('stove') ? 0.7 : 0)),
  CHAIN_WEIGHTS,
);

it('tells of each memory how it sounds and how much it is about the topic', () => {
  const signals = possibleSignals(field);
  const of = (place: number, name: string) => signals.at(place, POSSIBLE_SIGNALS.indexOf(name));
  expect(of(1, 'text decision')).toBeGreaterThan(of(2, 'text decision'));
  expect(of(1, 'topic words')).toBeGreaterThan(of(2, 'topic words'));
  expect([of(1, 'type decision'), of(0, 'type decision')]).toEqual([1, 0]);
  expect(of(1, 'text decision behind best')).toBe(0);
  expect(of(2, 'relevance behind best')).toBeLessThan(0);
});

it('tries no more than twenty memories, the most probable first', () => {
  const tried = candidateDecisions(field);
  expect(tried).toHaveLength(20);
  expect(tried[0]).toBe(1);
});
