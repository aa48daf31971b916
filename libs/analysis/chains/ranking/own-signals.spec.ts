import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import { fieldOf } from '../topic/chain-field.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import { MEMBER_ROLES } from '../membership/member-signals.js';
import type { Membership } from '../membership/membership.js';
import { OWN_SIGNALS, ownSignals } from './own-signals.js';
import { FeatureMatrix } from '../model/feature-matrix.js';

const notes: Told[] = [
  { id: 'a', day: 1, text: 'The gearbox of the tractor gave up.' },
  { id: 'b', day: 2, text: 'We decided to buy the Massey Ferguson.', type: 'decision' },
  { id: 'c', day: 3, text: 'The barn for the lambs was condemned.' },
  { id: 'd', day: 4, text: 'We decided on polytunnels for the ewes.', type: 'decision' },
];
const field = fieldOf(
  chainInput('tractor', notes, () => 0.5),
  CHAIN_WEIGHTS,
);
/** With these shares by place. */
const membership = (candidate: number, shares: readonly number[]): Membership => {
  const rows = new FeatureMatrix(shares.length, MEMBER_ROLES.length);
  shares.forEach((part, place) => {
    rows.set(place, MEMBER_ROLES.indexOf('noise'), 1 - part);
  });
  return { candidate, rows };
};
const covered = (memberships: readonly Membership[]) =>
  ownSignals(field, memberships).map((row) => row[OWN_SIGNALS.indexOf('own topic covered')] ?? 0);

it('counts a memory that two decisions claim for the one that has more of it most', () => {
  const [alone = 0] = covered([membership(1, [0.9, 1, 0, 0])]);
  const [first = 0, second = 0] = covered([membership(1, [0.9, 1, 0, 0]), membership(3, [0.4, 0, 0.9, 1])]);
  expect(second).toBeLessThan(first / 2);
  expect(first).toBeLessThan(alone);
});

it('does not share a decision with what takes it for a member', () => {
  const rows = ownSignals(field, [membership(1, [0, 1, 0, 0]), membership(3, [0, 0.9, 0, 1])]);
  expect(rows[0]?.[OWN_SIGNALS.indexOf('own size')]).toBeCloseTo(Math.log1p(1));
});
