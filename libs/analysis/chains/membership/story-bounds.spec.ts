import { MEMBER_ROLES, share } from './member-signals.js';
import { FeatureMatrix } from '../model/feature-matrix.js';
import { asFewDays, asFewMembers, asFewOfARole, withFewMembers } from './story-bounds.js';

/** Ten memories around a decision (5), all of which metadata joins to it: its first is a trigger, the others actions. */
function joined() {
  const rows = new FeatureMatrix(10, MEMBER_ROLES.length);
  for (let place = 0; place < 10; place++) {
    rows.set(place, MEMBER_ROLES.indexOf(place === 0 ? 'trigger' : 'action'), 0.97);
    rows.set(place, MEMBER_ROLES.indexOf('noise'), 0.03);
  }
  return { candidate: 5, rows };
}

it('keeps of each role those nearest to the decision', () => {
  const { rows } = withFewMembers(joined());
  const kept = Array.from({ length: 10 }, (_, place) => place).filter((place) => share(rows, place) > 0.5);
  expect(kept).toEqual([0, 3, 4, 5, 6]);
  expect(share(rows, 9)).toBe(0);
});

it('leaves a story as it is that is no larger', () => {
  const given = joined();
  for (const place of [1, 2, 3, 7, 8, 9]) given.rows.row(place).fill(0).set([1], MEMBER_ROLES.indexOf('noise'));
  expect(withFewMembers(given).rows).toBe(given.rows);
});

it('counts what is larger than all that was read as that', () => {
  expect([3, 40].map(asFewOfARole)).toEqual([3, 6]);
  expect([3, 40].map(asFewMembers)).toEqual([3, 12]);
  expect([3, 4_000].map(asFewDays)).toEqual([3, 730]);
});
