import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import { fieldOf } from '../topic/chain-field.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import { MEMBER_ROLES } from '../membership/member-signals.js';
import { reportedStories } from '../reconstruct-chains.js';
import { FeatureMatrix } from '../model/feature-matrix.js';

/** Of these decisions, by what the second is to the first, those that are told. */
function toldOf(
  probabilities: readonly number[],
  {
    owned = {},
    metadata = {},
  }: { owned?: Readonly<Record<string, number>>; metadata?: Record<string, Told['metadata']> } = {},
) {
  const ids = ['a', 'b', 'c', 'note'];
  const told = ids.map((id, day): Told => ({ id, day, text: `We decided on ${id}.`, metadata: metadata[id] ?? {} }));
  const field = fieldOf(
    chainInput('canoe', told, () => 0.5),
    { ...CHAIN_WEIGHTS, minDecision: 0.001 },
  );
  const rowsOf = (candidate: number) => {
    const rows = new FeatureMatrix(ids.length, MEMBER_ROLES.length);
    ids.forEach((_, place) => {
      rows.set(place, MEMBER_ROLES.indexOf('noise'), 1);
    });
    for (const [role, value] of candidate === 0 ? Object.entries(owned) : []) {
      rows.set(
        1,
        MEMBER_ROLES.findIndex((one) => one === role),
        value,
      );
      rows.set(1, MEMBER_ROLES.indexOf('noise'), 1 - value);
    }
    return rows;
  };
  const candidates = probabilities.map((probability, candidate) => ({
    membership: { candidate, rows: rowsOf(candidate) },
    probability,
    asked: probability,
    signals: [],
  }));
  return reportedStories(field, candidates, 0.9).map(({ story }) => ids[story.candidate]);
}

it('tells other decisions from three tenths of the probability of the best one on', () => {
  expect(toldOf([0.8, 0.3, 0.2])).toEqual(['a', 'b']);
  expect(toldOf([0.8, 0.02, 0.02])).toEqual(['a']);
});

it('tells no decision beside the one that it belongs to', () => {
  expect(toldOf([0.8, 0.7, 0.6], { owned: { action: 0.4 } })).toEqual(['a', 'c']);
  expect(toldOf([0.8, 0.7, 0.6], { owned: { action: 0.2 } })).toEqual(['a', 'b', 'c']);
  expect(toldOf([0.8, 0.7, 0.6], { owned: { reversal: 0.9 } })).toEqual(['a', 'c']);
});

it('tells a reversal beside what it took back where metadata calls it a decision, however improbable it is', () => {
  const named = { note: { decisionId: 'b' } };
  expect(toldOf([0.8, 0.7], { owned: { reversal: 0.9 }, metadata: named })).toEqual(['a', 'b']);
  expect(toldOf([0.8, 0.7], { owned: { action: 0.9 }, metadata: named })).toEqual(['a']);
  expect(toldOf([0.8, 0.01], { metadata: named })).toEqual(['a']);
  const superseding = { b: { supersedes: 'a' } };
  expect(toldOf([0.8, 0.01], { metadata: { ...named, ...superseding } })).toEqual(['a', 'b']);
  expect(toldOf([0.8, 0.01], { metadata: superseding })).toEqual(['a']);
});
