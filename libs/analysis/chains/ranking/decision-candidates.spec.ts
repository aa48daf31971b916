import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import { fieldOf } from '../topic/chain-field.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import { DECISION_SIGNALS } from './decision-signals.js';
import { ranked } from './decision-candidates.js';
import { logOdds } from '../model/linear-model.js';
import { MEMBER_ROLES } from '../membership/member-signals.js';
import { FeatureMatrix } from '../model/feature-matrix.js';

it('takes what metadata calls a decision sooner for the one asked for, and the topic for no better known', () => {
  const notes: Told[] = [
    { id: 'plain', day: 0, text: 'A canoe.' },
    { id: 'named', day: 1, text: 'A boat.' },
    { id: 'action', day: 2, text: 'Ordered it.', metadata: { decisionId: 'named' } },
  ];
  const field = fieldOf(
    chainInput('sled', notes, () => 0.5),
    CHAIN_WEIGHTS,
  );
  const rows = new FeatureMatrix(notes.length, MEMBER_ROLES.length);
  const even = { line: [...DECISION_SIGNALS.map(() => 0), 0], trees: [] };
  const candidates = ranked(
    field,
    [0, 1].map((candidate) => ({ candidate, rows })),
    even,
  );
  expect(candidates.map(({ membership }) => membership.candidate)).toEqual([1, 0]);
  expect(candidates.map(({ probability }) => Math.exp(logOdds(probability)))).toEqual([
    expect.closeTo(4),
    expect.closeTo(1),
  ]);
  expect(candidates.map(({ asked }) => asked)).toEqual([0.5, 0.5]);
});
