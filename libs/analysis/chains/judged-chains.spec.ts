import { BOAT_STORY, EVERYDAY } from '../../../test/support/stories/boat-story.js';
import { chainInput, type Told } from '../../../test/support/stories/chain-bed.js';
import { judgedReport, proposedDecisions, proposedMembers } from './judged-chains.js';
import type { ChainInput } from './types/chain-input.js';
import type { JudgedStory } from './types/judged-story.js';

const TOPIC = 'what became of the cracked Marigold';
const inputOf = (story: readonly Told[] = BOAT_STORY): ChainInput =>
  chainInput(TOPIC, [...story, ...EVERYDAY], (text) => (text.includes('Marigold') ? 0.8 : 0.1));
/** The story with metadata of some of its memories. */
const linked = (metadata: Readonly<Record<string, Told['metadata']>>): Told[] =>
  BOAT_STORY.map((told) => ({ ...told, metadata: metadata[told.id] ?? {} }));

const JUDGED: JudgedStory = {
  decision: 'b6',
  members: [
    { memoryId: 'b1', role: 'trigger', quote: 'The hull of the Marigold is cracked' },
    { memoryId: 'b2', role: 'option', quote: 'have the boatyard in Conneaut repair' },
    { memoryId: 'b3', role: 'option', quote: 'replace the Marigold with a used Vespoli' },
    { memoryId: 'b7', role: 'action', quote: 'paid the deposit for the repair' },
  ],
  edges: [
    { from: 'b1', to: 'b2', relation: 'raises', quote: 'have the boatyard in Conneaut repair' },
    { from: 'b2', to: 'b6', relation: 'chosen', quote: 'we repair the Marigold in Conneaut' },
    { from: 'b3', to: 'b6', relation: 'rejected', quote: 'drop the Vespoli' },
    { from: 'b6', to: 'b7', relation: 'led_to', quote: 'paid the deposit for the repair' },
  ],
};

const chainOf = (input: ChainInput, judged = JUDGED) => {
  const [chain] = judgedReport(input, judged)?.chains ?? [];
  if (chain === undefined) throw new Error('there is a chain');
  return chain;
};

describe('the report of a judged story', () => {
  it('has the members and relations that were judged, their quotes, and no confidence', () => {
    const chain = chainOf(inputOf());
    expect(chain.nodes.map(({ memoryId, role, roleConfidence }) => [memoryId, role, roleConfidence])).toEqual([
      ['b1', 'trigger', null],
      ['b2', 'option', null],
      ['b3', 'option', null],
      ['b6', 'decision', null],
      ['b7', 'action', null],
    ]);
    expect(chain.edges).toHaveLength(4);
    for (const edge of chain.edges) expect(edge).toMatchObject({ basis: 'judged', confidence: null });
    expect(chain.edges[1]?.why[0]).toBe("the language model quotes 'we repair the Marigold in Conneaut'");
    expect(chain).toMatchObject({
      confidence: null,
      decision: { memoryId: 'b6', chosen: { memoryId: 'b2', text: expect.stringContaining('Conneaut') } },
      trunk: ['b1', 'b2', 'b6', 'b7'],
      alternatives: ['b3'],
    });
    expect(chain.decision.rejected).toEqual([{ memoryId: 'b3', text: expect.stringContaining('Vespoli') }]);
    expect(chain.gaps.map(({ code }) => code)).toEqual(['no_outcome']);
  });

  it('is of the same form and identifier as without a model, and partial without an end', () => {
    const report = judgedReport(inputOf(), {
      ...JUDGED,
      members: JUDGED.members.slice(0, 3),
      edges: JUDGED.edges.slice(0, 3),
    });
    expect(report).toMatchObject({ status: 'partial', stats: { candidates: 68 }, method: { version: 'chains-16' } });
    expect(judgedReport(inputOf(), JUDGED)?.status).toBe('found');
    expect(chainOf(inputOf()).id).toMatch(/^chain_[a-z0-9]{8}$/);
  });

  it('has what metadata links to the decision, also where the model left it out, with its confidence', () => {
    const chain = chainOf(inputOf(linked({ b8: { causedBy: 'b6' } })));
    const node = chain.nodes.find(({ memoryId }) => memoryId === 'b8');
    expect(node?.roleConfidence).toEqual(expect.any(Number));
    const edge = chain.edges.find(({ to }) => to === 'b8');
    expect(edge).toMatchObject({ basis: 'explicit', confidence: expect.any(Number) });
  });

  it('calls a relation explicit where metadata leaves no doubt which it is, and judged where it does', () => {
    const chain = chainOf(inputOf(linked({ b7: { causedBy: 'b6' }, b6: { relatedTo: ['b2'] } })));
    const basisOf = (from: string, to: string) => chain.edges.find((edge) => edge.from === from && edge.to === to);
    expect(basisOf('b6', 'b7')).toMatchObject({ basis: 'explicit', confidence: 0.95 });
    expect(basisOf('b6', 'b7')?.why.slice(0, 2)).toEqual([
      'the metadata of one names the other',
      "the language model quotes 'paid the deposit for the repair'",
    ]);
    expect(basisOf('b2', 'b6')).toMatchObject({ relation: 'chosen', basis: 'judged', confidence: null });
  });

  it('says that it was taken back where metadata does, whatever the model says', () => {
    const chain = chainOf(inputOf(linked({ b8: { supersedes: 'b6' } })));
    expect(chain.supersededBy).toBe('b8');
    expect(chain.edges.find(({ to }) => to === 'b8')).toMatchObject({ relation: 'superseded_by', basis: 'explicit' });
    expect(chainOf(inputOf()).supersededBy).toBeUndefined();
  });

  it('is none where the decision is not among the memories', () => {
    expect(judgedReport(inputOf(), { ...JUDGED, decision: 'gone' })).toBeUndefined();
    const input = inputOf();
    expect(judgedReport({ ...input, timeRange: { to: 0 } }, JUDGED)).toBeUndefined();
  });
});

describe('what is proposed to a model', () => {
  it('is the likeliest decisions, the first of them the one that is asked for', () => {
    const ids = proposedDecisions(inputOf(), 10);
    expect([ids[0], ids.length, new Set(ids).size]).toEqual(['b6', 10, 10]);
    expect(proposedDecisions({ ...inputOf(), memories: [] }, 10)).toEqual([]);
  });

  it('is the whole story of a decision by time, among the number that is asked for', () => {
    const ids = proposedMembers(inputOf(), 'b6', 30);
    expect(ids).toHaveLength(30);
    expect(ids.filter((id) => id.startsWith('b'))).toEqual(BOAT_STORY.map(({ id }) => id));
    expect(proposedMembers(inputOf(), 'gone', 30)).toEqual([]);
  });

  it('is what metadata links before anything else', () => {
    const everyday = EVERYDAY.map((told) => (told.id === 'e41' ? { ...told, metadata: { relatedTo: 'b6' } } : told));
    const input = chainInput(TOPIC, [...BOAT_STORY, ...everyday], () => 0.5);
    expect(proposedMembers(input, 'b6', 2)).toEqual(['b6', 'e41']);
  });
});
