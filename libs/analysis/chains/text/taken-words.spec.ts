import { takenWords } from './taken-words.js';

it.each([
  ['The heron gets it. The otter would swim nicely, but not this year.', 'heron', 'otter'],
  ['The otter was on the table and is not taken; the heron stays.', 'heron', 'otter'],
  ['Agreed on the heron. Discussed and dropped: the otter.', 'heron', 'otter'],
  ['The heron it is. The otter lost.', 'heron', 'otter'],
  ['The heron, then; anything but the otter.', 'heron', 'otter'],
])('parts what is taken from what is left: %s', (text, taken, left) => {
  const words = takenWords(text);
  expect([words.taken.has(taken), words.left.has(taken)]).toEqual([true, false]);
  expect([words.taken.has(left), words.left.has(left)]).toEqual([false, true]);
});

it('knows the sentence that decides', () => {
  const { deciding, taken } = takenWords('We sat on the pier. We decided on the grey heron. The otter looked on.');
  expect([...deciding].sort()).toEqual(['grey', 'heron']);
  expect([...taken]).toEqual(expect.arrayContaining(['pier', 'heron', 'otter']));
});
