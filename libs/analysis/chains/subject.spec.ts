import { chainInput, type Told } from '../../../test/support/chain-bed.js';
import { fieldOf } from './chain-field.js';
import { FITTED_WEIGHTS } from './fitted-weights.js';

const notes: Told[] = [
  { id: 'a', day: 1, text: 'The Quokka shop needs a search engine.' },
  { id: 'b', day: 2, text: 'Wrote the start page for Quokka.' },
  { id: 'c', day: 3, text: 'A search took all morning; the keys were in the car.' },
];
const subjectOf = (topic: string) => {
  const { topicTerms, subject } = fieldOf(
    chainInput(topic, notes, () => 0.5),
    FITTED_WEIGHTS,
  );
  return [...topicTerms].filter((_, i) => subject[i]);
};

it('takes a word for a name where the memories write it as one, and what nobody wrote for the subject', () => {
  expect(subjectOf('Which CRM did Quokka choose?')).toEqual(['crm']);
  expect(subjectOf('quokka search')).toEqual(['search']);
  expect(subjectOf('Quokka')).toEqual([]);
});
