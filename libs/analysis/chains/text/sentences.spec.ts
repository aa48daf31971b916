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

it('tells the beginning of a long text where only words stand that other sentences have too', () => {
  const text = `Outcome of the workshop. First the alarms are mended, and then the rota has two lines. Ragga came in for the end and backs the day off. ${'Then we went on. '.repeat(5)}`;
  expect(decidingSentence(text, 120)).toMatch(/^Outcome of the workshop\. First the alarms are mended, .*…$/);
});

it('tells of a long option the sentence that shares most with the decision', () => {
  const option = 'Saturday mornings 9 to 12 once a month? Or late Tuesdays till eight in the evening, as others do.';
  expect(nearestSentence(option, new Set(['tuesday', 'late']), 70)).toBe(
    'Or late Tuesdays till eight in the evening, as others do.',
  );
});

const walk = 'We walked along the pier with everybody, and the sun was down before the last of us had come home again.';

it.each([
  ['If the ferry is full we decided to go by the sleeper train from Hamburg.', 'Booked the ferry for all five of us.'],
  ['Unless it rains we decided on the tent from Hamburg.', 'Agreed on the cabin near Lübeck harbour.'],
  ['In case the bank says no we go with plan B, a smaller hall.', 'Signed: the large hall'],
  ['Should the bank say no we go with plan B, a smaller hall.', 'Signed: the large hall'],
  ['“If the bank says no we go with plan B, a smaller hall.”', 'Signed: the large hall'],
  ['Last year we decided on the red tent from Globetrotter.', 'We decided on the blue tent from Decathlon.'],
  ['At first we decided on the red tent from Globetrotter.', 'We decided on the blue tent from Decathlon.'],
  ['Originally, we agreed on the red tent from Globetrotter.', 'We decided on the blue tent from Decathlon.'],
  ['Back then we decided on the red tent from Globetrotter.', 'We decided on the blue tent from Decathlon.'],
])('passes over a condition and what was decided long ago: %s', (aside, decided) => {
  expect(decidingSentence(`${walk} ${aside} ${decided}`, 120)).toBe(decided);
});

it('tells the beginning rather than a condition or what was decided long ago', () => {
  const tent = 'Last year we decided on the red tent from Globetrotter.';
  expect(decidingSentence(`${walk} ${tent} This year it will be the blue one.`, 120)).toBe(walk);
  expect(decidingSentence(`${tent} This year it will be the blue one. ${walk}`, 120)).toMatch(
    /^This year it will be the blue one\. We walked .*…$/,
  );
  expect(decidingSentence(`Initially we agreed on ${'a very long table, '.repeat(9)}`, 40)).toMatch(/^Initially .*…$/);
});

it.each(['Decision', 'Outcome', 'Result', 'Option B', 'Trigger', 'Evidence', 'Action', 'Reversal', 'OPTION 2'])(
  'leaves out that a text says it is: %s',
  (label) => {
    expect(withoutLabel(`${label}: the canoe leaks.`)).toBe('the canoe leaks.');
    expect(withoutLabel(`${label} – the canoe leaks.`)).toBe('the canoe leaks.');
  },
);
