import type { ChainMemory } from '@mneme/analysis';
import { chainInput, type Told } from '../../../test/support/stories/chain-bed.js';
import { DroppedClaims } from './dropped-claims.js';
import { type EdgeClaim, type MemberClaim, storyClaims } from './judge-claims.js';
import { shown } from './shown-memories.js';
import { verifiedStory } from './verified-story.js';

const STORY: readonly Told[] = [
  { id: 'trigger', day: 1, text: 'The hull of the Marigold is cracked and leaking.' },
  { id: 'repair', day: 2, text: 'One option: repair the hull of the Marigold in Conneaut.' },
  { id: 'replace', day: 3, text: 'Another option: replace the Marigold with a used Vespoli.' },
  { id: 'quote', day: 4, text: 'The yard says the repair costs 3,400 with five years of warranty.' },
  { id: 'decision', day: 5, text: 'The board decided: we repair the Marigold and drop the Vespoli.' },
  { id: 'yard', day: 6, text: 'Brought the Marigold to the yard and paid the deposit.' },
  { id: 'dry', day: 60, text: 'The repaired Marigold is dry as a bone and rows better.' },
  { id: 'back', day: 70, text: 'The repair is abandoned, the Marigold goes to the scrapyard.' },
  { id: 'never', day: 71, text: 'We will never go back to the Vespoli, said the coach.' },
  { id: 'lunch', day: 72, text: 'Lunch by the harbour with too much garlic.' },
];

const TRIGGER = member('trigger', 'trigger', 'The hull of the Marigold');
const REPAIR = member('repair', 'option', 'repair the hull of the Marigold');
const REPLACE = member('replace', 'option', 'replace the Marigold with a used Vespoli');
const YARD = member('yard', 'action', 'Brought the Marigold to the yard');
const BACK = member('back', 'reversal', 'The repair is abandoned');
const CHOSEN = edge('repair', 'decision', 'chosen', 'we repair the Marigold');
const LED = edge('decision', 'yard', 'led_to', 'Brought the Marigold');
const SUPERSEDED = edge('decision', 'back', 'superseded_by', 'The repair is abandoned');

function member(memory: string, role: string, quote: string): MemberClaim {
  return { memory, role, quote };
}

function edge(from: string, to: string, relation: string, quote: string): EdgeClaim {
  return { from, to, relation, quote };
}

/** Claims with ids in the place of handles. @param links metadata by id */
function verified(
  members: readonly MemberClaim[],
  edges: readonly EdgeClaim[] = [],
  links: Readonly<Record<string, ChainMemory['links']>> = {},
  told = STORY,
) {
  const { memories } = chainInput('boat', told, () => 1);
  const linked = memories.map((memory) => ({ ...memory, links: links[memory.id] ?? [] }));
  const all = shown(linked, 360);
  const handleOf = (id: string): string => all.find(({ memory }) => memory.id === id)?.handle ?? id;
  const decision = all.find(({ memory }) => memory.id === 'decision');
  if (decision === undefined) throw new Error('the story has a decision');
  const dropped = new DroppedClaims();
  const claims = {
    members: members.map((claim) => ({ ...claim, memory: handleOf(claim.memory) })),
    edges: edges.map((claim) => ({ ...claim, from: handleOf(claim.from), to: handleOf(claim.to) })),
    malformed: 0,
  };
  const story = verifiedStory(decision, all, claims, dropped);
  return {
    members: story.members.map(({ memoryId, role }) => `${memoryId} ${role}`),
    edges: story.edges.map(({ from, to, relation }) => `${from} ${relation} ${to}`),
    dropped: Object.fromEntries(dropped.entries()),
  };
}

describe('what a language model says of a decision', () => {
  it('is kept where everything checks', () => {
    const raises = edge('trigger', 'repair', 'raises', 'hull of the Marigold');
    const rejected = edge('replace', 'decision', 'rejected', 'and drop the Vespoli');
    expect(verified([TRIGGER, REPAIR, REPLACE, YARD], [raises, CHOSEN, rejected, LED])).toEqual({
      members: ['trigger trigger', 'repair option', 'replace option', 'yard action'],
      edges: ['trigger raises repair', 'repair chosen decision', 'replace rejected decision', 'decision led_to yard'],
      dropped: {},
    });
  });

  it.each([
    ['a handle that was not shown', member('m99', 'trigger', 'The hull of the Marigold'), 'unknown'],
    ['an identifier', member('mem_01h455vb4pex5vsknk084sn02q', 'trigger', 'The hull'), 'unknown'],
    ['a name of objects', member('__proto__', 'trigger', 'The hull of the Marigold'), 'unknown'],
    ['a role that is none', member('trigger', 'cause', 'The hull of the Marigold'), 'unknown'],
    ['noise', member('trigger', 'noise', 'The hull of the Marigold'), 'unknown'],
    ['a second decision', member('repair', 'decision', 'repair the hull'), 'unknown'],
    ['another role of the decision', member('decision', 'option', 'we repair the Marigold'), 'unknown'],
    ['a quote that is not there', member('trigger', 'trigger', 'The hull of the Vespoli'), 'quote'],
    ['a quote of another memory', member('trigger', 'trigger', 'repair the hull of the Marigold'), 'quote'],
    ['no quote', member('trigger', 'trigger', ''), 'quote'],
    ['a trigger after the decision', member('yard', 'trigger', 'Brought the Marigold to the yard'), 'time'],
    ['an outcome before the decision', member('quote', 'outcome', 'The yard says the repair costs'), 'time'],
    ['a reversal before the decision', member('replace', 'reversal', 'replace the Marigold'), 'time'],
    ['an option that nothing joins', member('replace', 'option', 'replace the Marigold'), 'unconnected'],
    ['a reversal in words that take nothing back', member('dry', 'reversal', 'dry as a bone'), 'reversal'],
    ['a reversal out of a denial', member('never', 'reversal', 'go back to the Vespoli'), 'reversal'],
  ])('is dropped: %s', (_, claim, reason) => {
    const { members, dropped } = verified([TRIGGER, claim]);
    expect([members, dropped]).toEqual([['trigger trigger'], { [reason]: 1 }]);
  });

  it('counts a memory once, in its first role', () => {
    expect(verified([TRIGGER, { ...TRIGGER, role: 'evidence' }])).toMatchObject({
      members: ['trigger trigger'],
      dropped: { repeated: 1 },
    });
  });

  it('takes the decision that models list as a member for granted', () => {
    expect(verified([TRIGGER, member('decision', 'decision', 'anything')])).toMatchObject({ dropped: {} });
  });

  it.each([
    ['a relation that is none', edge('repair', 'decision', 'causes', 'we repair the Marigold'), 'unknown'],
    ['an end that is no member', edge('replace', 'decision', 'rejected', 'drop the Vespoli'), 'unknown'],
    ['an invented end', edge('m77', 'decision', 'chosen', 'we repair the Marigold'), 'unknown'],
    ['roles that it does not join', edge('trigger', 'decision', 'chosen', 'we repair the Marigold'), 'grammar'],
    ['the wrong way round', edge('decision', 'repair', 'chosen', 'we repair the Marigold'), 'grammar'],
    ['a quote of neither', edge('repair', 'decision', 'rejected', 'dry as a bone and rows'), 'quote'],
    ['the same again', CHOSEN, 'repeated'],
  ])('is dropped of a relation: %s', (_, claim, reason) => {
    const { edges, dropped } = verified([TRIGGER, REPAIR, YARD], [CHOSEN, LED, claim]);
    expect([edges, dropped]).toEqual([['repair chosen decision', 'decision led_to yard'], { [reason]: 1 }]);
  });

  it('is dropped of an option that the decision denies, or that only its own note speaks of', () => {
    const denied = STORY.map((told) =>
      told.id === 'decision' ? { ...told, text: 'The board decided: we repair the Marigold, not the Vespoli.' } : told,
    );
    const vespoli = edge('replace', 'decision', 'chosen', 'we repair the Marigold, not the Vespoli');
    expect(verified([TRIGGER, REPAIR, REPLACE], [vespoli], {}, denied)).toMatchObject({
      edges: [],
      dropped: { denied: 1, unconnected: 2 },
    });
    const repair = edge('repair', 'decision', 'chosen', 'we repair the Marigold, not');
    expect(verified([REPAIR, REPLACE], [repair], {}, denied).edges).toEqual(['repair chosen decision']);
    const own = edge('repair', 'decision', 'chosen', 'repair the hull of the Marigold');
    expect(verified([TRIGGER, REPAIR], [own])).toMatchObject({ edges: [], dropped: { quote: 1, unconnected: 1 } });
  });

  it('is dropped of a relation against the order of time', () => {
    const early = edge('repair', 'trigger', 'weighed', 'The hull of the Marigold');
    const evidence = { ...TRIGGER, role: 'evidence' };
    const supports = edge('trigger', 'decision', 'supports', 'The hull of the Marigold');
    expect(verified([evidence, REPAIR], [CHOSEN, supports, early])).toMatchObject({
      edges: ['repair chosen decision', 'trigger supports decision'],
      dropped: { time: 1 },
    });
  });

  it('keeps neither of two claims that exclude each other', () => {
    const rejected = { ...CHOSEN, relation: 'rejected' };
    expect(verified([TRIGGER, REPAIR, YARD], [CHOSEN, rejected, LED])).toEqual({
      members: ['trigger trigger', 'yard action'],
      edges: ['decision led_to yard'],
      dropped: { contradiction: 2, unconnected: 1 },
    });
    const another = edge('replace', 'decision', 'chosen', 'drop the Vespoli');
    expect(verified([REPAIR, REPLACE, YARD], [CHOSEN, another, LED])).toMatchObject({
      edges: ['decision led_to yard'],
      dropped: { contradiction: 2, unconnected: 2 },
    });
  });

  it('says that the decision was taken back only where the sentence does, or metadata', () => {
    expect(verified([REPAIR, BACK], [CHOSEN, SUPERSEDED])).toMatchObject({
      edges: ['repair chosen decision', 'decision superseded_by back'],
      dropped: {},
    });
    const dry = member('dry', 'reversal', 'dry as a bone');
    const superseded = edge('decision', 'dry', 'superseded_by', 'dry as a bone and rows');
    expect(verified([dry], [superseded], { dry: [{ kind: 'supersedes', to: 'decision' }] })).toMatchObject({
      edges: ['decision superseded_by dry'],
      dropped: {},
    });
    expect(verified([dry], [superseded])).toEqual({ members: [], edges: [], dropped: { reversal: 1, unknown: 1 } });
  });

  it.each([
    ['names another decision alone', 'yard', YARD, [{ kind: 'decisionId', to: 'other' }]],
    ['supersedes the decision, and was given another role', 'yard', YARD, [{ kind: 'supersedes', to: 'decision' }]],
    ['was caused by the decision, and is to have taken it back', 'back', BACK, [{ kind: 'causedBy', to: 'decision' }]],
    ['takes back another one', 'back', BACK, [{ kind: 'supersedes', to: 'other' }]],
  ] as const)('loses against metadata: what %s', (_, id, claim, links) => {
    const { members, dropped } = verified([TRIGGER, claim], [], { [id]: links });
    expect([members, dropped]).toEqual([['trigger trigger'], { metadata: 1 }]);
  });
});

describe('the claims of a reply', () => {
  it('are those of the form that was asked for; others are counted', () => {
    const reply = {
      members: [TRIGGER, null, 'm1', { memory: 1, role: 'trigger', quote: 'x' }, {}],
      edges: [CHOSEN, []],
    };
    expect(storyClaims(reply)).toEqual({ members: [TRIGGER], edges: [CHOSEN], malformed: 5 });
  });

  it('are bounded', () => {
    const members = Array.from({ length: 5_000 }, () => TRIGGER);
    expect(storyClaims({ members })).toMatchObject({ members: { length: 400 }, edges: [], malformed: 4_600 });
  });

  it.each([{}, { members: 'none' }, { members: [], edges: {} }, { edges: [] }])('are none in %j', (reply) => {
    expect(storyClaims(reply)).toBeUndefined();
  });
});
