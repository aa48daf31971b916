import { BOAT_STORY, boatRelevance, EVERYDAY } from '../../../test/support/stories/boat-story.js';
import { chainInput, type Told } from '../../../test/support/stories/chain-bed.js';
import type { ChainInput } from './types/chain-input.js';
import { CHAIN_WEIGHTS } from './weights/chain-weights.js';
import { reconstructChains } from './reconstruct-chains.js';

const topic = 'What did the club do about the cracked Marigold?';
/** Vectors of words are poorer than a model's, so a decision is told from a lower probability on. */
const eager = { ...CHAIN_WEIGHTS, minDecision: 0.05 };
const ask = (told: readonly Told[], change: Partial<ChainInput> = {}) =>
  reconstructChains({ ...chainInput(topic, told, boatRelevance), ...change }, eager);
const told = [...BOAT_STORY, ...EVERYDAY];
const edgesOf = (report: ReturnType<typeof ask>) =>
  report.chains[0]?.edges.map(({ from, relation, to }) => `${from} ${relation} ${to}`) ?? [];

describe('reconstructChains', () => {
  it('tells the story of the decision that the topic asks for', () => {
    const report = ask(told);
    expect(report.chains[0]?.decision.memoryId).toBe('b6');
    expect(edgesOf(report)).toEqual(expect.arrayContaining(['b2 chosen b6', 'b3 rejected b6', 'b6 led_to b7']));
    for (const { why } of report.chains[0]?.edges ?? []) expect(why.length).toBeGreaterThan(0);
  });

  it('tells nothing where nobody wrote of a decision', () => {
    expect(reconstructChains(chainInput(topic, EVERYDAY, boatRelevance))).toMatchObject({ status: 'none', chains: [] });
    expect(ask([])).toMatchObject({ status: 'none', reason: 'There is no memory to tell of it.' });
    expect(ask(told.slice(0, 1)).chains.flatMap(({ edges }) => edges)).toEqual([]);
  });

  it('asks a large tenant for another score than a small one', () => {
    const weights = { ...eager, minAnswer: { large: 1.01, small: 0 } };
    const statuses = [20, 1_000].map(
      (tenantSize) => reconstructChains({ ...chainInput(topic, told, boatRelevance), tenantSize }, weights).status,
    );
    expect(statuses).toEqual([expect.not.stringMatching('none'), 'none']);
  });

  it('answers who quotes the heading of a decision, however little else speaks for answering', () => {
    const weights = { ...eager, minAnswer: { large: 1.01, small: 1.01 } };
    const headed = told.map((one) =>
      one.id === 'b6' ? { ...one, type: 'decision', text: `The Marigold question. ${one.text}` } : one,
    );
    const answered = (asked: string, memories: readonly Told[]) =>
      reconstructChains(chainInput(asked, memories, boatRelevance), weights).chains[0]?.decision.memoryId;
    expect(answered('What came of "The Marigold question"?', headed)).toBe('b6');
    expect(answered('What came of the Marigold question?', headed)).toBeUndefined();
    const noted = EVERYDAY.map((one, i) => (i === 0 ? { ...one, text: `The Marigold question. ${one.text}` } : one));
    expect(answered('What came of "The Marigold question"?', [...BOAT_STORY, ...noted])).toBeUndefined();
  });

  it('tells of the decision whose number is asked for, and not of another', () => {
    const numbered = (number: string) =>
      told.map((one) => (one.id === 'b6' ? { ...one, type: 'decision', text: `${number}: ${one.text}` } : one));
    const other: Told = { id: 'other', day: 90, type: 'decision', text: 'ADR-15: We decided to use pnpm.' };
    const answered = (...memories: readonly Told[]) =>
      reconstructChains(chainInput('Why ADR-14?', memories, boatRelevance), eager).chains.map(
        ({ decision }) => decision.memoryId,
      );
    expect(answered(...numbered('ADR-14'), other)).toEqual(['b6']);
    expect(answered(...numbered('ADR-13'), other)).toEqual([]);
  });

  it('tells nothing by a decision that hardly is one', () => {
    const weights = { ...eager, minDecision: 1 };
    expect(reconstructChains(chainInput(topic, told, boatRelevance), weights)).toMatchObject({ status: 'none' });
  });

  it('leads the trunk over sure members only', () => {
    const asked = (minOnTrunk: number) =>
      reconstructChains(chainInput(topic, told, boatRelevance), { ...eager, minOnTrunk });
    const [any, none] = [asked(0.1).chains[0], asked(1.1).chains[0]];
    expect(any?.trunk.length).toBeGreaterThan(1);
    expect(none?.trunk).toHaveLength(1);
    expect(none?.nodes).toHaveLength(any?.nodes.length ?? 0);
  });

  it('names the decisions that may be meant where it tells none', () => {
    const doubtful = { ...CHAIN_WEIGHTS, minAnswer: { large: 1.1, small: 1.1 } };
    const {
      status,
      reason,
      chains,
      candidates = [],
    } = reconstructChains(chainInput('that matter', told, boatRelevance), doubtful);
    expect([status, chains, reason]).toEqual(['none', [], expect.any(String)]);
    const { decision } = ask(told).chains[0] ?? {};
    expect(candidates.map(({ memoryId }) => memoryId)).toContain(decision?.memoryId);
    expect(candidates.length).toBeLessThanOrEqual(3);
    expect(ask(told)).not.toHaveProperty('candidates');
  });

  it('tells the decision that is named by its id, whatever else fits the topic', () => {
    const { chains } = ask(told);
    const decisionId = chains[0]?.decision.memoryId ?? '';
    const never = { ...CHAIN_WEIGHTS, minAnswer: { large: 1.1, small: 1.1 }, minDecision: 1.1 };
    const input = chainInput('something else altogether', told, boatRelevance);
    const named = reconstructChains({ ...input, decisionId }, never);
    expect(named.chains.map(({ decision }) => decision.memoryId)).toEqual([decisionId]);
    const gone = reconstructChains({ ...input, decisionId: 'nowhere' }, never);
    expect([gone.status, gone.chains, gone.reason]).toEqual([
      'none',
      [],
      expect.stringMatching(/^The decision is not/),
    ]);
  });

  it('is the same in any order of the memories', () => {
    expect(ask([...told].reverse())).toEqual(ask(told));
  });

  it('changes nothing but ids where ids are renamed', () => {
    const renamed = ask(told.map((one) => ({ ...one, id: `x-${one.id}` })));
    expect(JSON.parse(JSON.stringify(renamed).replaceAll('x-', ''))).toEqual(JSON.parse(JSON.stringify(ask(told))));
  });

  it('keeps its edges when everything is shifted by whole weeks', () => {
    expect(edgesOf(ask(told.map((one) => ({ ...one, day: one.day + 49 }))))).toEqual(edgesOf(ask(told)));
  });

  it('drops the edges of evidence that is deleted', () => {
    const report = ask(told.filter(({ id }) => id !== 'b4'));
    expect(edgesOf(ask(told)).some((edge) => edge.includes('b4'))).toBe(true);
    expect(edgesOf(report).some((edge) => edge.includes('b4'))).toBe(false);
  });

  it('takes no confidence and no edge from copies', () => {
    const copies = BOAT_STORY.flatMap((one) =>
      [1, 2, 3].map((n) => ({ ...one, id: `${one.id}-${String(n)}`, day: one.day + n / 10 })),
    );
    const [plain, copied] = [ask(told), ask([...told, ...copies])];
    expect(edgesOf(plain)).toEqual(expect.arrayContaining(edgesOf(copied)));
    expect(copied.chains[0]?.confidence).toBeLessThanOrEqual(plain.chains[0]?.confidence ?? 0);
    expect(copied.warnings).toEqual(["24 memories that repeat another's text were left out."]);
    const same = Array.from({ length: 200 }, (_, i) => ({
      id: `s${String(i)}`,
      day: i / 10,
      text: 'We decided on the Marigold.',
    }));
    expect(ask(same).chains.flatMap(({ edges }) => edges)).toEqual([]);
  });

  it('looks at the time range only', () => {
    const from = Date.UTC(2026, 0, 5) + 90 * 86_400_000;
    expect(
      ask(told, { timeRange: { from } }).chains.flatMap(({ nodes }) => nodes.map(({ memoryId }) => memoryId)),
    ).not.toContain('b6');
    expect(ask(told, { timeRange: { from: 0, to: 1 } }).reason).toBe('No memory lies in the time range.');
  });

  it('believes what metadata says', () => {
    const linked = [
      ...told,
      { id: 'z1', day: 130, text: 'Bev waved from the dock.', metadata: { decisionId: 'b6' } },
      { id: 'z2', day: 140, text: 'Something else entirely.', metadata: { supersedes: 'b6' } },
    ];
    const [chain] = ask(linked).chains;
    expect(chain?.edges).toContainEqual(
      expect.objectContaining({ from: 'b6', to: 'z2', relation: 'superseded_by', basis: 'explicit' }),
    );
    expect(chain?.nodes.map(({ memoryId }) => memoryId)).toContain('z1');
    expect(chain?.supersededBy).toBe('z2');
  });

  it('tells no other decision because metadata calls it one', () => {
    const party = [
      { id: 'p1', day: 30, text: 'We decided on the sixth for the summer party, with a band.', type: 'decision' },
      { id: 'p2', day: 35, text: 'Booked the band.', metadata: { decisionId: 'p1' } },
    ];
    expect(ask([...told, ...party]).chains.map(({ decision }) => decision.memoryId)).toEqual(['b6']);
  });

  it('leaves what raised the question what it is, where the decision says that this caused it', () => {
    const caused = told.map((one) => (one.id === 'b6' ? { ...one, metadata: { causedBy: 'b1' } } : one));
    const [chain] = ask(caused).chains;
    expect(chain?.nodes.find(({ memoryId }) => memoryId === 'b1')?.role).toBe('trigger');
    expect(chain?.alternatives).not.toContain('b1');
  });

  it('has an edge for what metadata says came of the decision, whatever its text sounds like', () => {
    const edgesTo = (text: string) => {
      const caused = { id: 'z', day: 130, text, metadata: { causedBy: 'b6' } };
      return edgesOf(ask([...told, caused])).filter((edge) => edge.endsWith(' z'));
    };
    expect(edgesTo('Bev waved from the dock.')).toEqual(['b6 led_to z']);
    expect(edgesTo('In the end it was all worth it, after two months.')).toEqual(['b6 led_to z']);
  });

  it('takes no record of a series for part of another', () => {
    const numbered = told.map((one) =>
      one.id === 'b6'
        ? { ...one, text: `ADR-15: ${one.text}` }
        : one.id === 'b2'
          ? { ...one, type: 'decision', text: `ADR-14: ${one.text}` }
          : one,
    );
    const ids = (memories: readonly Told[]) =>
      ask(memories).chains.flatMap(({ nodes }) => nodes.map(({ memoryId }) => memoryId));
    expect(ids(told)).toContain('b2');
    expect(ids(numbered)).toContain('b6');
    expect(ids(numbered)).not.toContain('b2');
  });

  it('takes numbers before every note for nothing that sets them apart', () => {
    const logged = told.map((one) => ({ ...one, text: `LOG-${String(one.day)}: ${one.text}` }));
    const dated = told.map((one) => ({ ...one, text: `Day-${String(one.day)}: ${one.text}` }));
    expect(ask(logged).chains[0]?.nodes.length).toBeGreaterThan(3);
    expect(ask(dated).chains[0]?.nodes.length).toBeGreaterThan(3);
  });

  it('finds a decision no less for all that is known to have come of it', () => {
    const done = Array.from({ length: 40 }, (_, i): Told => ({
      id: `done${String(i)}`,
      day: 80 + i,
      text: `Step ${String(i)}: sanded and painted plank ${String(i)}, it worked.`,
      metadata: { decisionId: 'b6' },
    }));
    const { chains } = ask([...told, ...done]);
    expect(chains[0]?.decision.memoryId).toBe('b6');
    expect(chains[0]?.nodes.length).toBeGreaterThan(40);
  });

  it('tells nothing where all that answers is that nothing is decided', () => {
    const open = told.map((one) =>
      one.id === 'b6' ? { ...one, text: 'No decision yet on what the club does about the cracked Marigold.' } : one,
    );
    expect(ask(open)).toMatchObject({ status: 'none', chains: [] });
    const both: Told[] = [...told, { id: 'o', day: 20, text: 'No decision yet about the cracked Marigold.' }];
    expect(ask(both).chains[0]?.decision.memoryId).toBe('b6');
  });

  it('tells what came of a reversal as the story of that, and both where both are decisions', () => {
    const linked: Told[] = [
      ...told.filter(({ id }) => id !== 'b7' && id !== 'b8'),
      {
        id: 'r',
        day: 90,
        text: 'No repair: the Marigold goes, the Vespoli is bought.',
        metadata: { supersedes: 'b6' },
      },
      { id: 's', day: 95, text: 'Paid for the Vespoli and brought it home.', metadata: { decisionId: 'r' } },
      { id: 't', day: 96, text: 'Sold the Marigold to Conneaut.', metadata: { decisionId: 'r' } },
    ];
    const { chains } = ask(linked);
    const edges = chains.flatMap((chain) => chain.edges.map(({ from, relation, to }) => `${from} ${relation} ${to}`));
    expect(edges).toEqual(expect.arrayContaining(['b6 superseded_by r', 'r led_to s']));
    expect(edges).not.toContain('b6 led_to s');
    expect(chains.find(({ decision }) => decision.memoryId === 'b6')?.supersededBy).toBe('r');
  });

  it('takes no guessed reversal for one that metadata states, because another link joins it', () => {
    const returned = { id: 'z', day: 130, text: 'We took the Marigold decision back after all.' };
    for (const kind of ['decisionId', 'relatedTo', 'replyTo', 'causedBy']) {
      const { chains } = ask([...told, { ...returned, metadata: { [kind]: 'b6' } }]);
      const edges = chains.flatMap((chain) => chain.edges);
      expect(edges.filter(({ relation, basis }) => relation === 'superseded_by' && basis === 'explicit')).toEqual([]);
    }
  });

  it('has the same edges where links name a copy of the decision', () => {
    const named = (id: string) => [
      ...told,
      { ...BOAT_STORY[5], id: 'copy', day: 76 } as Told,
      { id: 'z', day: 130, text: 'Bev waved from the dock.', metadata: { decisionId: id } },
    ];
    expect(edgesOf(ask(named('copy')))).toEqual(edgesOf(ask(named('b6'))));
    expect(edgesOf(ask(named('copy')))).toContain('b7 resulted_in z');
  });
});
