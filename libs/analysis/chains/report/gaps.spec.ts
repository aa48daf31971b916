import { type Note, toldChain } from '../../../../test/support/stories/told-chain.js';

const trigger: Note = { role: 'trigger', text: 'The old boat leaks. What now?' };
const canoe: Note = { role: 'option', text: 'A canoe would do as well.' };
const boat: Note = { role: 'option', text: 'A boat from Conneaut is an option.' };
const evidence: Note = { role: 'evidence', text: 'The canoe costs 400.' };
const decision: Note = { role: 'decision', text: 'We decided on the canoe.' };
const action: Note = { role: 'action', text: 'Ordered the canoe.' };
const outcome: Note = { role: 'outcome', text: 'Two weeks later the canoe is dry.' };
const whole = [trigger, canoe, boat, evidence, decision, action, outcome];

const gapsOf = (...notes: readonly Note[]) => toldChain(...notes).gaps;
const codesOf = (...notes: readonly Note[]) => gapsOf(...notes).map(({ code }) => code);
const without = (note: Note) => whole.filter((one) => one !== note);

it('misses nothing of a whole story, and of others what they lack', () => {
  expect(codesOf(...whole)).toEqual([]);
  expect(codesOf(...without(trigger))).toEqual(['no_trigger']);
  expect(codesOf(...without(boat))).toEqual(['single_option']);
  expect(codesOf(...without(evidence))).toEqual(['no_rationale']);
  expect(codesOf(...without(action))).toEqual(['no_action']);
  expect(codesOf(...without(outcome))).toEqual(['no_outcome']);
});

it('hears of an outcome where metadata leaves nothing else to be its action', () => {
  const came: Note = { role: 'action', text: 'The canoe paddles well and saves us an hour a week.' };
  expect(codesOf(decision, came)).toContain('no_outcome');
  expect(codesOf(decision, { ...came, metadata: { causedBy: 'n0' } })).not.toContain('no_outcome');
  expect(codesOf(decision, { ...action, metadata: { causedBy: 'n0' } })).toContain('no_outcome');
});

it('says how old a decision is that has no outcome', () => {
  expect(gapsOf(canoe, boat, evidence, decision)).toContainEqual({
    code: 'no_outcome',
    title: 'No sure outcome',
    sentence: 'No memory that surely belongs here says how it turned out, 13 months after the decision.',
  });
});

it('takes what comes after the decision for no beginning of it', () => {
  expect(codesOf(canoe, boat, evidence, decision, trigger, action, outcome)).toEqual(['no_trigger']);
  expect(codesOf(trigger, decision)).not.toContain('no_trigger');
});

it.each([
  'A canoe, or a boat?',
  'A canoe versus a boat.',
  'Canoe vs boat.',
  'A canoe. Alternatively a boat.',
  'Option B is a canoe.',
  'The red one or the blue one.',
])('hears of an alternative: %s', (text) => {
  expect(codesOf({ role: 'option', text }, decision)).not.toContain('single_option');
});

it.each([
  'Option: a canoe, one or two days of work.',
  'Option: a canoe, 3 or 4 days of work.',
  'Option: a canoe, a week or two of work.',
  'Option: a canoe, 400 or so.',
  'Option: a canoe, more or less dry.',
])('hears of no alternative: %s', (text) => {
  expect(codesOf({ role: 'option', text }, decision)).toContain('single_option');
});

it.each([
  'because it is light',
  'since it is light',
  'since May is too late for a boat',
  'since 12 people can use it',
  'due to its weight',
  'due to the run on boats',
  'so that all can row',
  'thanks to its weight',
  'rationale: weight',
  'the reason is its weight',
  'for several reasons',
  'and see no reason to wait',
])('hears a reason: %s', (reason) => {
  expect(codesOf(canoe, { role: 'decision', text: `We decided on the canoe, ${reason}.` })).not.toContain(
    'no_rationale',
  );
});

it.each([
  'the licence is due to run out in May',
  'it is due to arrive in May',
  'the boatyard is due to close in May',
  'a boat was on the list since March',
  'nobody rowed since 2024',
  'nobody rowed since 3 March',
  'nobody rowed since the summer',
  'nobody rowed since last week',
  'nobody rowed since then',
  'for no reason',
  'for no good reason',
  'for some reason',
])('hears no reason: %s', (words) => {
  expect(codesOf(canoe, { role: 'decision', text: `We decided on the canoe, ${words}.` })).toContain('no_rationale');
});

it('tells a silence from ninety days on, and no shorter one', () => {
  const after = (days: number) =>
    gapsOf(...whole.map((note, i) => ({ ...note, day: note === outcome ? 5 + days : i }))).map(
      ({ sentence }) => sentence,
    );
  expect(after(89)).toEqual([]);
  expect(after(90)).toEqual(['None of these memories is from the 12 weeks after 10 Jan 2026.']);
  // 20 weeks and five days, or four months and a half.
  expect(after(145)).toEqual(['None of these memories is from the 4 months after 10 Jan 2026.']);
});

it('says that nothing raised the question only where nothing before the decision asks', () => {
  const asking: Note = { role: 'option', text: 'Somebody should say what we buy: the canoe or the boat?' };
  expect(codesOf(...without(trigger), asking)).toContain('no_trigger');
  expect(codesOf(asking, ...without(trigger))).not.toContain('no_trigger');
});
