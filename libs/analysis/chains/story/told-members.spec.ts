import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import { fieldOf } from '../topic/chain-field.js';
import type { NodeRole } from '../types/chain-report.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import { toldOf } from './told-members.js';

interface Note extends Omit<Told, 'id' | 'day'> {
  readonly role?: NodeRole;
  /** Probability of belonging. */
  readonly share: number;
}

const DECISION = 'We decided on the Conneaut canoe with the cedar hull.';

/** Of notes beside a decision: which are reported, and which are possible, by their places behind it. */
function parted(notes: readonly Note[], tenantSize = 1_000): { readonly told: number[]; readonly possible: number[] } {
  const told = [{ text: DECISION }, ...notes].map((one, day) => ({ ...one, id: `n${String(day)}`, day }));
  const field = fieldOf({ ...chainInput('canoe', told, () => 0.5), tenantSize }, CHAIN_WEIGHTS);
  const members = notes.map(({ role = 'action', share }, i) => {
    return { place: i + 1, role, confidence: share, share, isSure: true };
  });
  const decision = { place: 0, role: 'decision' as const, confidence: 1, share: 1, isSure: true };
  const { story, possible } = toldOf(field, { candidate: 0, probability: 1, members: [decision, ...members] });
  const placesOf = (some: readonly { readonly place: number }[]): number[] => some.map(({ place }) => place);
  return { told: placesOf(story.members), possible: placesOf(possible) };
}

const related = 'The cedar hull arrived from Conneaut.';
const unrelated = 'Paul fetched it at noon.';

it('tells what is related and likely; what is not related has to be surer, in a large tenant most of all', () => {
  const notes = [
    { text: related, share: 0.7 },
    { text: related, share: 0.69 },
    { text: unrelated, share: 0.89 },
    { text: unrelated, share: 0.9 },
    { text: unrelated, share: 0.59 },
  ];
  expect(parted(notes)).toEqual({ told: [0, 1, 4], possible: [3, 2, 5] });
  expect(parted(notes, 20)).toEqual({ told: [0, 1, 2, 3, 4], possible: [5] });
});

it('takes a tag or a name for a relation, and one word for none', () => {
  const share = 0.7;
  expect(parted([{ text: 'The hull arrived.', share }]).told).toEqual([0]);
  expect(parted([{ text: 'Conneaut has a pier.', share }]).told).toEqual([0, 1]);
});

it('tells what metadata links, however improbable', () => {
  expect(parted([{ text: unrelated, share: 0.21, metadata: { decisionId: 'n0' } }]).told).toEqual([0, 1]);
});

it('has the likeliest of what is possible first, twenty at most', () => {
  const many = Array.from({ length: 25 }, (_, i) => ({ text: `${unrelated} ${String(i)}`, share: 0.2 + i / 100 }));
  const { possible } = parted(many);
  expect([possible.length, possible[0], possible.at(-1)]).toEqual([20, 25, 6]);
});

it.each([
  ['We called off the Conneaut canoe; the cedar hull leaks.', [0, 1]],
  ['The Conneaut canoe with the cedar hull is not cancelled.', [0]],
  ['The Conneaut canoe with the cedar hull was sold.', [0]],
  ['We went back to the old meeting room on Fridays.', [0]],
])('tells of a reversal in words of going back about what was decided: %s', (text, told) => {
  expect(parted([{ text, role: 'reversal', share: 0.99 }]).told).toEqual(told);
});

it('takes metadata for a reversal, whatever it says', () => {
  const metadata = { supersedes: 'n0' };
  expect(parted([{ text: unrelated, role: 'reversal', share: 0.3, metadata }]).told).toEqual([0, 1]);
});
