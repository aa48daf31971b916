import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import { fieldOf } from '../topic/chain-field.js';
import { FITTED_WEIGHTS } from '../weights/fitted-weights.js';
import { HUB_SIGNALS } from './hub-signals.js';
import { ranked } from './decision-candidates.js';
import { logOdds } from '../model/linear-model.js';
import { MEMBER_ROLES } from '../membership/member-signals.js';
import { SignalTable } from '../model/feature-matrix.js';

it('takes what metadata calls a decision sooner for the one asked for, and the topic for no better known', () => {
  const notes: Told[] = [
    { id: 'plain', day: 0, text: 'A canoe.' },
    { id: 'named', day: 1, text: 'A boat.' },
    { id: 'action', day: 2, text: 'Ordered it.', metadata: { decisionId: 'named' } },
  ];
  const field = fieldOf(
    chainInput('sled', notes, () => 0.5),
    FITTED_WEIGHTS,
  );
  const rows = new SignalTable(notes.length, MEMBER_ROLES.length);
  const even = { line: [...HUB_SIGNALS.map(() => 0), 0], trees: [] };
  const hubs = ranked(
    field,
    [0, 1].map((hub) => ({ hub, rows })),
    even,
  );
  expect(hubs.map(({ membership }) => membership.hub)).toEqual([1, 0]);
  expect(hubs.map(({ probability }) => Math.exp(logOdds(probability)))).toEqual([expect.closeTo(4), expect.closeTo(1)]);
  expect(hubs.map(({ asked }) => asked)).toEqual([0.5, 0.5]);
});
