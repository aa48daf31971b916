import { chainInput } from '../../../test/support/chain-bed.js';
import { storiesOf } from './assignment.js';
import { fieldOf } from './chain-field.js';
import { FITTED_WEIGHTS } from './fitted-weights.js';
import { MEMBER_ROLES } from './member-signals.js';
import { SignalTable } from './signal-table.js';

const texts = ['We chose the canoe.', 'We chose the tent.', 'The canoe came on Friday.'];
const told = texts.map((text, day) => ({ id: `n${String(day)}`, day, text }));
const field = fieldOf(
  chainInput('canoe', told, () => 0.5),
  FITTED_WEIGHTS,
);

/** A decision of which the last memory is an action, so surely. */
function decision(hub: number, probability: number, share: number) {
  const rows = new SignalTable(told.length, MEMBER_ROLES.length);
  told.forEach((_, place) => {
    rows.set(place, MEMBER_ROLES.indexOf('noise'), place === 2 ? 1 - share : 1);
    rows.set(place, MEMBER_ROLES.indexOf('action'), place === 2 ? share : 0);
  });
  return { membership: { hub, rows }, probability };
}

it('gives a memory to no decision that hardly is asked for, where another is', () => {
  const owners = (second: number) =>
    storiesOf(field, [decision(0, 0.9, 0.6), decision(1, second, 0.8)], 0.4).map(({ members }) => members.length);
  expect(owners(0.2)).toEqual([2, 1]);
  expect(owners(0.8)).toEqual([1, 2]);
});
