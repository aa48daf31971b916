import { type Note, toldChain as tell, toldChainAmong } from '../../../../test/support/stories/told-chain.js';

const canoe: Note = { role: 'option', text: 'A canoe would do as well.' };
const boat: Note = { role: 'option', text: 'A boat from Conneaut is an option.' };
const decision: Note = { role: 'decision', text: 'We decided on the canoe.' };
const codesOf = (...notes: readonly Note[]) => tell(...notes).gaps.map(({ code }) => code);

it('says what was chosen and what was left, without what notes say they are', () => {
  const chain = tell({ role: 'option', text: 'Option 1: a canoe.' }, boat, {
    role: 'decision',
    text: 'Decision: the canoe.',
  });
  expect(chain.headline).toBe('7 Jan 2026: the canoe.');
  expect(chain.decision).toMatchObject({
    chosen: { memoryId: 'n0', text: 'a canoe.' },
    rejected: [{ memoryId: 'n1', text: 'A boat from Conneaut is an option.' }],
  });
  expect(chain.narrative).toContain('7 Jan 2026. It was decided: the canoe.');
});

it('says that nothing was chosen where the decision says neither, or is about something else', () => {
  const neither = tell(canoe, boat, { role: 'decision', text: 'We decided: neither for now.' });
  expect(neither.decision.chosen).toBeUndefined();
  expect(neither.alternatives).toEqual(['n0', 'n1']);
  const other = tell(canoe, boat, { role: 'decision', text: 'Agreed that Pia buys lunch.' });
  expect(other.decision).not.toHaveProperty('chosen');
  expect([other.decision.rejected, other.alternatives]).toEqual([[], []]);
});

it.each([
  ['Heater for the lower shed is T40. TT300 would rust there.', 'n0', 'n1'],
  ['Heater for the lower shed is TT300. T40 would rust there.', 'n1', 'n0'],
])('tells options apart by their codes: %s', (text, taken, left) => {
  const t40: Note = { role: 'option', text: 'T40 for the shed, it is cheap.' };
  const tt300: Note = { role: 'option', text: 'TT300 for the lower shed, it is quiet.' };
  const { chosen, rejected } = tell(t40, tt300, { role: 'decision', text }).decision;
  // What the models think is another matter: they may see neither.
  expect([taken, undefined]).toContain(chosen?.memoryId);
  expect(rejected.map(({ memoryId }) => memoryId)).not.toContain(taken);
  expect(chosen?.memoryId).not.toBe(left);
});

it('takes neither of two options that the decision names alike', () => {
  const vine: Note = { role: 'option', text: 'Trumpet vine for the east wall.' };
  const akebia: Note = { role: 'option', text: 'Akebia for the wall, it is hardy.' };
  const text = 'Climber for the east wall is Akebia. Trumpet vine would burn there.';
  expect(tell(vine, akebia, { role: 'decision', text }).decision).not.toHaveProperty('chosen');
});

it('leaves no option of another question, of which large tenants have many', () => {
  const neither: Note = { role: 'decision', text: 'We decided: neither for now.' };
  const tagged = (note: Note): Note => ({ ...note, tags: ['canoe trip'] });
  expect(toldChainAmong(1_000, canoe, boat, neither).alternatives).toEqual([]);
  expect(toldChainAmong(1_000, ...[canoe, boat, neither].map(tagged)).alternatives).toEqual(['n0', 'n1']);
});

it('takes no option that only sounds like the decision', () => {
  const train: Note = {
    role: 'option',
    text: 'There is also the night train, with all of us and for all of the week.',
  };
  const chain = tell(train, { role: 'decision', text: 'With all of that, and for all of us, there is now Paul.' });
  expect(chain.edges).toContainEqual(expect.objectContaining({ from: 'n0', relation: 'chosen' }));
  expect(chain.decision).not.toHaveProperty('chosen');
});

it('takes an option by the words that it has for itself', () => {
  const cache: Note = { role: 'option', text: 'Mira proposed Memcached for the canoe.' };
  const postgres = tell(cache, { role: 'decision', text: 'We decided to keep the canoe in Postgres.' });
  expect(postgres.decision).not.toHaveProperty('chosen');
  const [red, blue]: [Note, Note] = [
    { role: 'option', text: 'Take the red canoe to the lake.' },
    { role: 'option', text: 'Take the blue canoe to the lake.' },
  ];
  const either = tell(red, blue, { role: 'decision', text: 'Decided: a canoe goes to the lake.' });
  expect(either.decision).not.toHaveProperty('chosen');
  expect(tell(red, blue, { role: 'decision', text: 'Decided: the blue one.' }).decision).toMatchObject({
    chosen: { memoryId: 'n1', text: blue.text },
    rejected: [{ memoryId: 'n0', text: red.text }],
  });
});

it.each([
  ['Neither the heron nor the otter convinced us.', undefined],
  ['We went with the heron even though the otter is cheaper.', 'The heron.'],
  ['Bought the otter although the heron is faster.', 'The otter.'],
  ['Although the heron is faster, we took the otter.', 'The otter.'],
  ['Took the otter since the heron is always out.', 'The otter.'],
  ['Aunt Ruth will not get the heron, we take the otter.', 'The otter.'],
  ['We take the otter; the heron was sold out.', 'The otter.'],
  ['We moved it from the heron to the otter.', 'The otter.'],
  ["The otter goes to the lake, and the heron doesn't.", 'The otter.'],
  ['The otter it is. The heron would have been fine, too.', 'The otter.'],
])('knows what is taken and what is left: %s', (text, chosen) => {
  const options: Note[] = ['The heron.', 'The otter.'].map((one) => ({ role: 'option', text: one }));
  const { decision: told } = tell(...options, { role: 'decision', text });
  expect(told.chosen?.text).toBe(chosen);
  expect(told.rejected.map((one) => one.text)).toEqual(options.map((one) => one.text).filter((one) => one !== chosen));
});

it('takes neither who put an option forward nor an amount for its name', () => {
  const options: Note[] = [
    { role: 'option', text: 'Erik wants porcelain tiles for 40 euros.' },
    { role: 'option', text: 'Cork costs 38 euros.' },
  ];
  const text = 'Decided on Monday with Erik, 40 euros at most: it has to be warm.';
  expect(tell(...options, { role: 'decision', text }).decision).not.toHaveProperty('chosen');
});

it('takes none of what a decision leaves', () => {
  const flat: Note = { role: 'option', text: 'Buy the flat for 310,000.' };
  const rent: Note = { role: 'option', text: 'Keep renting.' };
  const against = tell(flat, rent, { role: 'decision', text: 'We decided against buying the flat.' });
  expect(against.decision).toMatchObject({ rejected: [{ memoryId: 'n0', text: flat.text }] });
  expect(against.edges).toContainEqual(expect.objectContaining({ from: 'n0', relation: 'rejected' }));
  const other = tell(
    { role: 'option', text: 'Linear, 8 dollars a head.' },
    { role: 'decision', text: 'We decided to track tickets in GitHub Issues rather than Linear.' },
  );
  expect(other.decision).toMatchObject({ rejected: [{ memoryId: 'n0', text: 'Linear, 8 dollars a head.' }] });
  expect(other.trunk).toEqual(['n1']);
});

it('knows that people are no options', () => {
  const hob: Note = { role: 'option', text: 'An induction hob from Bosch.' };
  const gas: Note = { role: 'option', text: 'Another gas hob.' };
  for (const text of [
    'We decided on the induction hob. Neither of us wants gas in the house any more.',
    'We decided on the induction hob. None of them likes gas.',
  ]) {
    expect(tell(hob, gas, { role: 'decision', text }).decision.chosen?.text).toBe(hob.text);
  }
});

it('quotes no note that lists the options as the one chosen', () => {
  const list: Note = { role: 'option', text: 'Options: A) fix Jenkins, B) GitHub Actions, C) Buildkite' };
  expect(tell(list, { role: 'decision', text: 'We decided to use GitHub Actions.' }).decision).not.toHaveProperty(
    'chosen',
  );
  const asked: Note = { role: 'option', text: 'Maybe an ETF? Or pay down the mortgage?' };
  const said = tell(asked, { role: 'decision', text: 'Decided: we chose the mortgage over the ETF.' });
  expect(said.decision.chosen).toEqual({ memoryId: 'n1', text: 'mortgage' });
});

it('quotes the sentence about what was taken', () => {
  const light = `A canoe is light and cheap, and two of us can carry it down to the water from the club house. `;
  const option: Note = { role: 'option', text: `${light}A rowing boat would need a trailer and a slip.` };
  const chain = tell(option, { role: 'decision', text: 'We decided on the canoe, which is light and cheap.' });
  expect(chain.decision.chosen?.text).toMatch(/^A canoe is light/);
});

it('names what the decision itself does not prefer', () => {
  const chain = tell(canoe, { role: 'decision', text: 'We took the canoe instead of a kayak.' });
  expect(chain.decision).toMatchObject({
    chosen: { memoryId: 'n1', text: 'canoe' },
    rejected: [{ memoryId: 'n1', text: 'kayak' }],
  });
});

it('takes what a decision says besides for no option of it', () => {
  const text =
    'We decided to build on our own servers. The rented ones are paused, not cancelled. Ben tells us instead of merely pressing again.';
  const { decision: told } = tell(canoe, { role: 'decision', text });
  expect([told.chosen, told.rejected]).toEqual([undefined, []]);
});

it('tells nothing as a fact that hardly is one', () => {
  const doubtful = tell(canoe, { ...boat, confidence: 0.4 }, decision, {
    role: 'reversal',
    text: 'The canoe is sold.',
    confidence: 0.2,
  });
  expect([doubtful.alternatives, doubtful.decision.rejected, doubtful.supersededBy]).toEqual([[], [], undefined]);
  expect(doubtful.gaps.map(({ code }) => code)).not.toContain('superseded');
  expect(doubtful.edges.map(({ relation }) => relation)).toEqual(expect.arrayContaining(['rejected', 'superseded_by']));
});

it('misses nothing that a memory of the chain may tell', () => {
  const guess = (role: Note['role'], confidence: number): Note => ({ role, text: `Perhaps a ${role}.`, confidence });
  const codes = codesOf(canoe, boat, guess('evidence', 0.3), decision, guess('action', 0.3));
  expect(codes).toEqual([]);
  expect(codesOf(canoe, boat, decision)).toEqual(['no_trigger', 'no_rationale', 'no_action', 'no_outcome']);
  const praised: Note = {
    role: 'option',
    text: 'A canoe offers room for two and small weight, and he rowed one for four years.',
  };
  expect(codesOf(praised, boat, decision)).not.toContain('no_rationale');
  const bought: Note = { role: 'outcome', text: 'Ordered the canoe and paid for it.', confidence: 0.5 };
  expect(codesOf(canoe, decision, bought)).not.toContain('no_action');
});

it('says how probably the decision is one, however improbably it is the one asked for', () => {
  const candidate = tell(canoe, decision).nodes.find(({ role }) => role === 'decision');
  expect(candidate?.roleConfidence).toBeGreaterThanOrEqual(0.9);
});

it('misses nothing that a note tells', () => {
  expect(codesOf(canoe, decision)).toEqual(expect.arrayContaining(['single_option', 'no_rationale']));
  const reasoned = codesOf(canoe, { role: 'decision', text: 'We took the canoe over the kayak because it is light.' });
  expect(reasoned).not.toContain('single_option');
  expect(reasoned).not.toContain('no_rationale');
  expect(codesOf({ role: 'option', text: 'A canoe or a boat?' }, decision)).not.toContain('single_option');
  expect(codesOf({ role: 'option', text: 'Or a boat, of course.' }, decision)).toContain('single_option');
  expect(codesOf(decision, canoe, boat)).toContain('single_option');
});

it('tells the longest silence', () => {
  const days = [0, 100, 390];
  const notes = [canoe, decision, { role: 'outcome', text: 'The canoe leaks.' } as const];
  const chain = tell(...notes.map((note, i) => ({ ...note, day: days[i] ?? 0 })));
  expect(chain.gaps).toContainEqual({
    code: 'long_silence',
    title: 'Long silence',
    sentence: 'None of these memories is from the 9 months after 15 Apr 2026.',
  });
  expect(chain.narrative.at(-1)).toMatch(/Afterwards: The canoe leaks\./);
});

it('gives a word as a reason that both texts hold, and no word twice', () => {
  const tagged = { tags: ['canoe'] };
  const [edge] = tell({ ...canoe, ...tagged }, { ...decision, ...tagged }).edges;
  expect(edge?.why.join('; ')).toMatch(/both are tagged 'canoe'/);
  expect(edge?.why.join('; ')).not.toMatch(/both speak of 'canoe/);
  const [other] = tell({ role: 'option', text: 'Leave it, the fees are high.', ...tagged }, { ...decision }).edges;
  expect(other?.why.join('; ')).not.toMatch(/both speak of/);
});
