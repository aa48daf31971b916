import { decidingSentence, nearestSentence, withoutLabel } from './sentences.js';

it('tells a short text whole, without what it says it is', () => {
  expect(decidingSentence('Talked it over with Ben. Lindenschule it is.', 120)).toBe(
    'Talked it over with Ben. Lindenschule it is.',
  );
  expect(withoutLabel('Decision: we keep the van.')).toBe('we keep the van.');
  expect(withoutLabel('Option 2 - the canoe')).toBe('the canoe');
  expect(withoutLabel('Options are open.')).toBe('Options are open.');
});

it('tells of a long text the sentence that decides', () => {
  const text = `Stand-up, 15 min. Weather awful, half of us late. Agreed without dissent. Mr. Brandt and the board decided on Dr. Adler from Gartenstr. 12. ${'Then we went on. '.repeat(9)}`;
  expect(decidingSentence(text, 120)).toBe('Mr. Brandt and the board decided on Dr. Adler from Gartenstr. 12.');
  const silent = 'word '.repeat(60);
  expect(decidingSentence(silent, 40)).toBe('word word word word word word word…');
});

it('tells of a long option the sentence that shares most with the decision', () => {
  const option = 'Saturday mornings 9 to 12 once a month? Or late Tuesdays till eight in the evening, as others do.';
  expect(nearestSentence(option, new Set(['tuesday', 'late']), 70)).toBe(
    'Or late Tuesdays till eight in the evening, as others do.',
  );
});
