import { chainInput } from '../../../../test/support/stories/chain-bed.js';
import type { Member } from './chain-assignment.js';
import { fieldOf } from '../topic/chain-field.js';
import { CHAIN_WEIGHTS } from '../weights/chain-weights.js';
import type { Link } from './relations.js';
import { isFact, statedLinks, withGuessedReversals } from './linked-relations.js';

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
