import { type Note, toldChain } from '../../../../test/support/stories/told-chain.js';

const trigger: Note = { role: 'trigger', text: 'The old boat leaks.' };
const canoe: Note = { role: 'option', text: 'A canoe would do as well.' };
const decision: Note = { role: 'decision', text: 'We decided on the canoe.' };
const action: Note = { role: 'action', text: 'Ordered the canoe.' };
const outcome: Note = { role: 'outcome', text: 'The canoe is dry.' };
const tellingsOf = (...notes: readonly Note[]) =>
  toldChain(...notes).narrative.map((line) => line.replace(/^.*?\. /, ''));

it('has the sentence that decides for a headline, with its day', () => {
  const talk = 'Sat on the pier with everybody until the sun was down, and heard what each of us had to say of it.';
  const { headline, narrative } = toldChain({
    role: 'decision',
    text: `${talk} We decided on the red canoe from Conneaut. ${talk}`,
  });
  expect(headline).toBe('5 Jan 2026: We decided on the red canoe from Conneaut.');
  expect(narrative[0]).toMatch(/^5 Jan 2026\. It was decided: Sat on the pier .*…$/);
});

it('tells a story from its beginning to its end', () => {
  const red: Note = { role: 'option', text: 'The red one from Conneaut.' };
  const blue: Note = { role: 'option', text: 'The blue canoe from Erie.' };
  expect(tellingsOf(trigger, red, blue, { ...decision, text: 'We decided on the blue one.' }, action, outcome)).toEqual(
    [
      'The question arose: The old boat leaks.',
      'An option came up: The blue canoe from Erie.',
      'It was decided: We decided on the blue one.',
      'Then: Ordered the canoe.',
      'Afterwards: The canoe is dry.',
    ],
  );
});

it('tells beginning and end where nothing lies between, if they are surely what they are taken for', () => {
  const decided = 'It was decided: We decided on the canoe.';
  expect(tellingsOf(trigger, decision, outcome)).toEqual([
    'The question arose: The old boat leaks.',
    decided,
    'Afterwards: The canoe is dry.',
  ]);
  for (const doubt of [{ confidence: 0.45, isSure: true }, { isSure: false }]) {
    expect(tellingsOf({ ...trigger, ...doubt }, decision, { ...outcome, ...doubt })).toEqual([decided]);
  }
});

it('tells no option of which it is not stated what became of it, and nothing in a doubtful role', () => {
  const decided = 'It was decided: We decided on the canoe.';
  expect(tellingsOf(canoe, decision)).toEqual([decided]);
  expect(tellingsOf(trigger, decision, { ...action, confidence: 0.7 }, { ...outcome, confidence: 0.7 })).toEqual([
    'The question arose: The old boat leaks.',
    decided,
  ]);
});

it('says that something was decided only where it is filed so, or says so itself', () => {
  const told = (type: string, text: string) => toldChain({ role: 'decision', text, type }).narrative[0];
  expect(told('event', 'Leila finished the canoe. It is very red.')).toMatch(/Taken for the decision: Leila finished/);
  expect(told('decision', 'The red canoe.')).toMatch(/It was decided: The red canoe/);
  expect(told('episodic', 'We agreed tonight that the club gets the canoe.')).toMatch(/It was decided: We agreed/);
});

it('tells nothing of later that has no word in common with what was decided, only a tag', () => {
  const bollards: Note = { role: 'outcome', text: 'Since the bollards nobody is blinded.', tags: ['lake'] };
  const decided = 'It was decided: We decided on the canoe.';
  expect(tellingsOf({ ...decision, tags: ['lake'] }, bollards)).toEqual([decided]);
});

it('begins no story after the decision', () => {
  expect(tellingsOf(canoe, decision, trigger)).toEqual(['It was decided: We decided on the canoe.']);
});
