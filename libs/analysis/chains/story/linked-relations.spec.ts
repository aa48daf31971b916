import { chainInput } from '../../../../test/support/stories/chain-bed.js';
import type { Member } from './chain-assignment.js';
import { fieldOf } from '../topic/chain-field.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import type { Link } from './relations.js';
import { isFact, statedLinks, withGuessedReversals, withoutLaterResults } from './linked-relations.js';

const member = (role: Member['role'], confidence: number, isSure = true): Member => ({
  place: role === 'decision' ? 0 : 1,
  role,
  confidence,
  share: confidence,
  isSure,
});
const decision = member('decision', 0.1);
const reversal = (to: Member, explicit = false): Link => ({
  from: decision,
  to,
  relation: 'superseded_by',
  certainty: 1,
  explicit,
});

it('tells as a fact what surely belongs there, in a role that is likelier than not', () => {
  const confidences = [0.4, 0.6, 0.8];
  expect(confidences.map((confidence) => isFact(member('action', confidence)))).toEqual([false, true, true]);
  expect(isFact(member('action', 0.9, false))).toBe(false);
  expect(isFact(decision)).toBe(true);
});

it('states links of two facts, and those that metadata states', () => {
  const [guessed, likely, explicit] = [
    reversal(member('reversal', 0.4)),
    reversal(member('reversal', 0.6)),
    reversal(member('reversal', 0.4), true),
  ];
  expect(statedLinks([guessed, likely, explicit])).toEqual([likely, explicit]);
});

it.each([
  ['supersedes', true],
  ['decisionId', false],
  ['relatedTo', false],
  ['replyTo', false],
])('knows of a reversal by %s: %s', (kind, isStated) => {
  const told = [
    { id: 'd', day: 0, text: 'We decided to buy the heat pump.' },
    { id: 'b', day: 9, text: 'Took the old boiler back to the scrap yard.', metadata: { [kind]: 'd' } },
  ];
  const field = fieldOf(
    chainInput('heat pump', told, () => 0.5),
    CHAIN_WEIGHTS,
  );
  const links = withGuessedReversals(field, 0, [reversal(member('reversal', 0.4), true)]);
  expect(links.map(({ explicit }) => explicit)).toEqual([isStated]);
  expect(statedLinks(links)).toHaveLength(Number(isStated));
});

it('leads nothing past a stated reversal, unless metadata does', () => {
  const at = (place: number, role: Member['role']): Member => ({ ...member(role, 0.9), place });
  const [before, taken, later, result] = [
    at(1, 'action'),
    at(2, 'reversal'),
    at(3, 'action'),
    at(4, 'outcome'),
  ] as const;
  const link = (from: Member, to: Member, relation: Link['relation'], explicit = false): Link => ({
    ...{ from, to, relation, explicit },
    certainty: 0.9,
  });
  const own = [link(decision, before, 'led_to'), link(later, result, 'resulted_in')];
  const past = [link(decision, later, 'led_to'), link(before, result, 'resulted_in')];
  const stated = link(decision, taken, 'superseded_by', true);
  const linked = link(decision, result, 'led_to', true);
  expect(withoutLaterResults([...own, ...past, linked])).toEqual([...own, ...past, linked]);
  expect(withoutLaterResults([stated, ...own, ...past, linked])).toEqual([stated, ...own, linked]);
});
