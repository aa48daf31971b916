import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import { fieldOf } from './chain-field.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import { subjectOf } from './subject.js';

const notes: Told[] = [
  { id: 'a', day: 1, text: 'The Quokka shop needs a search engine.' },
  { id: 'b', day: 2, text: 'Wrote the start page for Quokka.' },
  { id: 'f', day: 4, text: 'Rang Freydís O’Brien about the T-Mobile contract.' },
  { id: 'c', day: 3, text: 'A search took all morning; the keys were in the car.' },
];
const subjectIn = (topic: string) => {
  const field = fieldOf(
    chainInput(topic, notes, () => 0.5),
    CHAIN_WEIGHTS,
  );
  const subject = subjectOf(field);
  return [...field.topicTerms].filter((_, i) => subject[i]);
};

it('takes a word for a name where the memories write it as one, and what nobody wrote for the subject', () => {
  expect(subjectIn('Which CRM did Quokka choose?')).toEqual(['crm']);
  expect(subjectIn('quokka search')).toEqual(['search']);
  expect(subjectIn('Quokka')).toEqual([]);
});

it('knows names with accents, apostrophes and hyphens', () => {
  expect(subjectIn('What did Freydís agree on?')).toEqual([]);
  expect(subjectIn("O'Brien, T-Mobile contract")).toEqual(['contract']);
});
