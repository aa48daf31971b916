import { contentWordsOf, topicTermsOf, topicWordsOf } from './content-words.js';

it('keeps of a text the stems of the words that carry meaning', () => {
  expect([...contentWordsOf("The reasons: Ann's tills were failing")]).toEqual(['reason', 'ann', 'till', 'fail']);
});

it('leaves out of a topic the words that only ask', () => {
  const topic = 'What was the reason for our choice of tills, and which alternatives were considered?';
  expect(topicWordsOf(topic)).toEqual(['tills']);
  expect([...topicTermsOf(topic)]).toEqual(['till']);
});
