import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import type { Member, Story } from './chain-assignment.js';
import { fieldOf } from '../topic/chain-field.js';
import type { ChainWeights } from '../weights/chain-weights.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import { lexiconOf } from '../model/lexicon.js';
import { OPTION_SIGNALS, SIDE_SIGNALS, WEIGHED_SIGNALS } from './relation-signals.js';
import { relationsOf } from './relations.js';

const notes: Told[] = [
  { id: 'boat', day: 1, text: 'A boat from Conneaut is an option.' },
  { id: 'canoe', day: 2, text: 'A canoe would do as well.' },
  { id: 'good', day: 3, text: 'The canoe is cheap.' },
  { id: 'bad', day: 4, text: 'The canoe leaks.' },
  { id: 'decision', day: 5, text: 'We decided on the canoe.', type: 'decision' },
];
/** Weights of these signals alone. */
const lineOf = (names: readonly string[], own: Readonly<Record<string, number>>, intercept: number): number[] => [
  ...names.map((name) => own[name] ?? 0),
  intercept,
];
const edges = (weights: Partial<ChainWeights>, decision = notes[4]?.text ?? ''): string[] => {
  const told = notes.map((note) => (note.id === 'decision' ? { ...note, text: decision } : note));
  const field = fieldOf(
    chainInput('canoe', told, () => 0.5),
    { ...CHAIN_WEIGHTS, ...weights },
  );
  const roles = ['option', 'option', 'evidence', 'evidence', 'decision'] as const;
  const members = roles.map((role, place): Member => ({ place, role, confidence: 1, share: 1, isSure: true }));
  const story: Story = { candidate: 4, probability: 1, members };
  const idOf = ({ place }: Member) => notes[place]?.id ?? '';
  return relationsOf(field, story).map(({ from, relation, to }) => `${idOf(from)} ${relation} ${idOf(to)}`);
};

it('takes an evidence for one about its likeliest option, where that is not quite unlikely', () => {
  const weighed = (intercept: number) =>
    edges({
      weighed: { line: lineOf(WEIGHED_SIGNALS, { 'words behind best': 0.2 }, intercept), trees: [] },
    }).filter((edge) => edge.includes('weighed'));
  expect(weighed(-1.5)).toEqual(['canoe weighed good', 'canoe weighed bad']);
  expect(weighed(-9)).toEqual([]);
  expect(weighed(9)).toHaveLength(4);
});

it('tells what speaks against the decision by the words of what is for and against', () => {
  const side = lineOf(SIDE_SIGNALS, { favour: 1 }, 0.1);
  const sides = edges({ side, favours: lexiconOf({ cheap: [20], leaks: [-20] }) });
  expect(sides).toEqual(expect.arrayContaining(['good supports decision', 'bad opposes decision']));
});

it.each([
  'We chose the canoe over the boat.',
  'We chose the canoe over boat and oars.',
  'It was decided to get a canoe instead of mending the boat.',
  'We will buy a canoe rather than a boat.',
  'A canoe, not a boat.',
  'We took over the canoe.',
  'We agreed over the weekend to get a canoe.',
])('%s: knows what was taken from what was left', (decision) => {
  const option = lineOf(OPTION_SIGNALS, { 'words with decision': 1, 'words left in decision': -1 }, 0);
  const weights = { option };
  expect(edges(weights, decision)).toEqual(expect.arrayContaining(['canoe chosen decision', 'boat rejected decision']));
});
