import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import { fieldOf } from '../topic/chain-field.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import { MEMBER_ROLES, share } from './member-signals.js';
import { FeatureMatrix } from '../model/feature-matrix.js';
import { believeLinks, kindsTo } from './linked-members.js';

/** Notes of one day each, by their metadata; what those in `likely` share with the decision, by their texts. */
function believed(
  candidate: string,
  notes: Readonly<Record<string, Told['metadata']>>,
  likely: readonly string[] = [],
) {
  const ids = Object.keys(notes);
  const told = ids.map((id, day): Told => ({ id, day, text: `Note ${id}.`, metadata: notes[id] ?? {} }));
  const field = fieldOf(
    chainInput('canoe', told, () => 0.5),
    CHAIN_WEIGHTS,
  );
  const rows = new FeatureMatrix(ids.length, MEMBER_ROLES.length);
  ids.forEach((id, place) => {
    rows.set(place, MEMBER_ROLES.indexOf('action'), likely.includes(id) ? 0.8 : 0.1);
    rows.set(place, MEMBER_ROLES.indexOf('noise'), likely.includes(id) ? 0.2 : 0.9);
  });
  const place = ids.indexOf(candidate);
  believeLinks(field, place, rows);
  const shares = ids.map((id, one) => [id, one === place ? 1 : Number(share(rows, one).toFixed(2))]);
  return {
    shares: Object.fromEntries(shares) as Record<string, number>,
    reversal: (id: string) => rows.at(ids.indexOf(id), MEMBER_ROLES.indexOf('reversal')),
    kinds: [...kindsTo(field, place).keys()].map((one) => ids[one]),
  };
}

it('takes what a link joins to the decision for a member, and what one joins to a member nearly as surely', () => {
  const { shares } = believed('d', { d: {}, a: { decisionId: 'd' }, b: { relatedTo: 'a' }, c: {} });
  expect(shares).toEqual({ d: 1, a: 0.97, b: 0.85, c: 0.1 });
});

it('does not take everything that a list names for part of the story because one thing on it is', () => {
  const items = Array.from({ length: 9 }, (_, i) => `i${i}`);
  const notes = Object.fromEntries(items.map((id) => [id, {}]));
  const relatedTo = (listed: readonly string[]) => ({
    d: {},
    minutes: { decisionId: 'd', relatedTo: listed },
    ...notes,
  });
  expect(believed('d', relatedTo(items)).shares).toMatchObject({ minutes: 0.97, i0: 0.1, i8: 0.1 });
  expect(believed('d', relatedTo(items.slice(1))).shares).toMatchObject({ minutes: 0.97, i0: 0.1, i8: 0.85 });
});

it('takes what supersedes the decision for its reversal, whatever else joins the two, and not the other way about', () => {
  const twice = { d: {}, r: { supersedes: 'd', replyTo: 'd' } };
  expect(believed('d', twice).reversal('r')).toBeCloseTo(0.97);
  expect(believed('r', twice).kinds).toEqual(['d']);
  expect(believed('r', { d: {}, r: { supersedes: 'd' } })).toMatchObject({ kinds: [], shares: { d: 0.1 } });
});

it('leaves what came of the reversal to the reversal', () => {
  const { shares } = believed(
    'd',
    { d: {}, r: { supersedes: 'd' }, a: { decisionId: 'r' }, b: { relatedTo: 'r' }, again: { supersedes: 'r' } },
    ['a', 'again'],
  );
  expect(shares).toEqual({ d: 1, r: 0.99, a: 0, b: 0.1, again: 0 });
});

it('takes what names another decision for none of this one, but where a link joins the two', () => {
  const { shares } = believed(
    'd',
    { d: {}, other: {}, a: { decisionId: 'other' }, b: { decisionId: ['other', 'd'] }, c: { decisionId: 'c' } },
    ['a', 'b', 'c'],
  );
  expect(shares).toMatchObject({ a: 0, b: 0.97, c: 0.8 });
});

it('takes what is newer than a member, and supersedes that, for a member still', () => {
  const { shares } = believed('d', { quote: {}, d: { relatedTo: 'quote' }, dearer: { supersedes: 'quote' } }, [
    'dearer',
  ]);
  expect(shares).toMatchObject({ quote: 0.97, dearer: 0.85 });
});
