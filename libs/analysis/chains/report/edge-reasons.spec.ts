import { type Note, toldChain } from '../../../../test/support/stories/told-chain.js';

const whyOf = (...notes: readonly Note[]) => toldChain(...notes).edges[0]?.why ?? [];

it('tells a word that both texts hold, and none that only a tag of one holds', () => {
  const option: Note = { role: 'option', text: 'Leave it as it is.', tags: ['kayak'] };
  const decided: Note = { role: 'decision', text: 'The kayak it is.' };
  expect(whyOf({ ...option, text: 'Leave the kayaks here.' }, decided)).toContain("both speak of 'kayaks'");
  expect(whyOf(option, decided).join('; ')).not.toContain('both speak of');
  const tagged: Note = { ...decided, text: 'That one it is.', tags: ['kayak'] };
  expect(whyOf({ ...option, text: 'Leave the kayak.', tags: [] }, tagged).join('; ')).not.toContain('both speak of');
});

it.each<[later: Note, why: string]>([
  [{ role: 'action', text: 'Booked it.' }, "'Booked' sounds like an action"],
  [{ role: 'reversal', text: 'We reversed it after all.' }, "'reversed' sounds like a reversal"],
])('says what a text sounds like: %j', (later, why) => {
  expect(whyOf({ role: 'decision', text: 'We decided so.' }, later)).toContain(why);
});

it('says evidence without an article, outcome and option with "an"', () => {
  expect(whyOf({ role: 'option', text: 'Leave it.' }, { role: 'evidence', text: 'A survey.' }, decision())).toContain(
    "'survey' sounds like evidence",
  );
  const { edges } = toldChain(
    decision(),
    { role: 'action', text: 'Go.' },
    { role: 'outcome', text: 'So far so good.' },
  );
  expect(edges[1]?.why.join('; ')).toMatch(/'So far.*' sounds like an outcome/);
  const raised = whyOf({ role: 'trigger', text: 'Hm.' }, { role: 'option', text: 'One option.' }, decision());
  expect(raised).toContain("'One option' sounds like an option");
});

function decision(): Note {
  return { role: 'decision', text: 'We decided so.' };
}
