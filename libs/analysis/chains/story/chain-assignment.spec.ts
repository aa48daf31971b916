import { chainInput, type Told } from '../../../../test/support/stories/chain-bed.js';
import { storiesOf } from './chain-assignment.js';
import { fieldOf } from '../topic/chain-field.js';
import type { NodeRole } from '../types/chain-report.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import { MEMBER_ROLES } from '../membership/member-signals.js';
import { FeatureMatrix } from '../model/feature-matrix.js';

const texts = ['We chose the canoe.', 'We chose the tent.', 'The canoe came on Friday.'];
const told = texts.map((text, day) => ({ id: `n${String(day)}`, day, text }));
const field = fieldOf(
  chainInput('canoe', told, () => 0.5),
  CHAIN_WEIGHTS,
);

/** A decision of which the last memory is an action, so surely. */
function decision(candidate: number, probability: number, share: number) {
  const rows = new FeatureMatrix(told.length, MEMBER_ROLES.length);
  told.forEach((_, place) => {
    rows.set(place, MEMBER_ROLES.indexOf('noise'), place === 2 ? 1 - share : 1);
    rows.set(place, MEMBER_ROLES.indexOf('action'), place === 2 ? share : 0);
  });
  return { membership: { candidate, rows }, probability };
}

it('gives a memory to no decision that hardly is asked for, where another is', () => {
  const owners = (second: number) =>
    storiesOf(field, [decision(0, 0.9, 0.6), decision(1, second, 0.8)], 0.4).map(({ members }) => members.length);
  expect(owners(0.2)).toEqual([2, 1]);
  expect(owners(0.8)).toEqual([1, 2]);
});

/** Roles of notes of one day each, from what their texts speak for and what metadata joins to the decision, which is `d`. */
function rolesOf(notes: Readonly<Record<string, readonly [Partial<Record<NodeRole, number>>, Told['metadata']?]>>) {
  const ids = Object.keys(notes);
  const own = ids.map((id, day): Told => ({ id, day, text: `Note ${id}.`, metadata: notes[id]?.[1] ?? {} }));
  const rows = new FeatureMatrix(ids.length, MEMBER_ROLES.length);
  ids.forEach((id, place) => {
    const spoken = Object.entries(notes[id]?.[0] ?? {});
    for (const [role, value] of spoken)
      rows.set(
        place,
        MEMBER_ROLES.findIndex((one) => one === role),
        value,
      );
  });
  const linked = fieldOf(
    chainInput('canoe', own, () => 0.5),
    CHAIN_WEIGHTS,
  );
  const [story] = storiesOf(linked, [{ membership: { candidate: ids.indexOf('d'), rows }, probability: 1 }], 0.1);
  return Object.fromEntries(story?.members.map(({ place, role }) => [ids[place], role]) ?? []);
}
const named = { decisionId: 'd' };

it('leaves an outcome that a link joins to the decision what it is, where an action is made of an earlier note', () => {
  const outcome = { outcome: 0.6, action: 0.1 };
  const roleBy = (link: NonNullable<Told['metadata']>) =>
    rolesOf({ d: [{}], a: [{ evidence: 0.9 }, link], o: [outcome, link] });
  expect(roleBy(named)).toMatchObject({ a: 'action', o: 'outcome' });
  // What the decision caused has an edge from it.
  expect(roleBy({ causedBy: 'd' })).toMatchObject({ a: 'action', o: 'action' });
});

it('makes an action or an outcome, whichever is likelier, of what has no edge after the decision', () => {
  const note = [{ evidence: 0.5, outcome: 0.3, action: 0.02 }, named] as const;
  expect(rolesOf({ d: [{}], a: note, b: note })).toMatchObject({ a: 'action', b: 'outcome' });
});

it('makes the likeliest of the outcomes an action until there is one before each that is left', () => {
  const notes = { o: [{ outcome: 0.9, action: 0.02 }, named], p: [{ outcome: 0.9 }, named] } as const;
  expect(rolesOf({ d: [{}], ...notes })).toMatchObject({ o: 'action', p: 'outcome' });
  const late = [{ outcome: 0.5, action: 0.4 }, named] as const;
  expect(rolesOf({ d: [{}], ...notes, late })).toMatchObject({ o: 'action', p: 'outcome', late: 'action' });
  expect(rolesOf({ d: [{}], p: notes.p, a: [{ action: 0.9 }] })).toMatchObject({ p: 'action', a: 'action' });
});

it('takes nothing that metadata says came of the decision for its reversal', () => {
  const reversal = { reversal: 0.6, action: 0.2 };
  expect(rolesOf({ d: [{}], r: [reversal, { causedBy: 'd' }] })).toMatchObject({ r: 'action' });
  expect(rolesOf({ d: [{}], r: [reversal, named] })).toMatchObject({ r: 'reversal' });
});

it('takes what raised a question, and is joined to the decision, for no option that was left', () => {
  const trigger = [{ trigger: 0.5, option: 0.4, evidence: 0.1 }, named] as const;
  expect(rolesOf({ t: trigger, d: [{}] })).toMatchObject({ t: 'evidence' });
  expect(rolesOf({ t: trigger, o: [{ option: 0.9 }], d: [{}] })).toMatchObject({ t: 'trigger' });
});

it('tells what takes a decision back in the story of that, where it is told as a decision itself', () => {
  const own: Told[] = [
    { id: 'd', day: 0, text: 'We chose the canoe.' },
    { id: 'e', day: 1, text: 'We chose the tent.', metadata: { supersedes: 'd' } },
  ];
  const both = fieldOf(
    chainInput('canoe', own, () => 0.5),
    CHAIN_WEIGHTS,
  );
  const rows = new FeatureMatrix(2, MEMBER_ROLES.length);
  rows.set(1, MEMBER_ROLES.indexOf('reversal'), 1);
  const candidates = [0, 1].map((candidate) => ({ membership: { candidate, rows }, probability: 0.9 }));
  expect(storiesOf(both, candidates, 0.1).map(({ members }) => members.map(({ role }) => role))).toEqual([
    ['decision', 'reversal'],
    ['decision'],
  ]);
});
