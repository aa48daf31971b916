import { ROLES } from '../../features/role.js';
import { CONFIDENCE_SIGNALS } from '../ranking/confidence-signals.js';
import { SECOND_SIGNALS } from '../membership/core-signals.js';
import { CHAIN_WEIGHTS } from './chain-weights.js';
import { DECISION_SIGNALS } from '../ranking/decision-signals.js';
import { FIRST_SIGNALS, MEMBER_ROLES } from '../membership/member-signals.js';
import { OWN_SIGNALS } from '../ranking/own-signals.js';
import { POSSIBLE_SIGNALS } from '../topic/possible-signals.js';
import { OPTION_SIGNALS, SIDE_SIGNALS, WEIGHED_SIGNALS } from '../story/relation-signals.js';
import { STORY_SIGNALS } from '../ranking/story-signals.js';
import { TEXT_SIGNALS } from '../roles/text-signals.js';
import { TOPIC_SIGNALS } from '../ranking/topic-signals.js';

const {
  text,
  first,
  second,
  possible,
  decisionFirst,
  decision,
  topic,
  answer,
  confidence,
  option,
  weighed,
  side,
  calibration,
} = CHAIN_WEIGHTS;
const widths = (rows: readonly (readonly number[])[]) => rows.map(({ length }) => length);

it.each([
  ['text', text.weights, ROLES.length, TEXT_SIGNALS],
  ['first', first.weights, MEMBER_ROLES.length, FIRST_SIGNALS],
  ['second', second.weights, MEMBER_ROLES.length, SECOND_SIGNALS],
  ['possible', [possible.line], 1, POSSIBLE_SIGNALS],
  ['decisionFirst', [decisionFirst.line], 1, DECISION_SIGNALS],
  ['decision', [decision.line], 1, [...DECISION_SIGNALS, ...STORY_SIGNALS, ...OWN_SIGNALS]],
  ['topic', [topic.line], 1, TOPIC_SIGNALS],
  ['answer', [answer.line], 1, TOPIC_SIGNALS],
  ['confidence', [confidence.line], 1, CONFIDENCE_SIGNALS],
  ['option', [option], 1, OPTION_SIGNALS],
  ['weighed', [weighed.line], 1, WEIGHED_SIGNALS],
  ['side', [side], 1, SIDE_SIGNALS],
])('%s has a weight for every signal, and an intercept', (_, weights, classes, signals) => {
  expect(widths(weights)).toEqual(Array.from({ length: classes }, () => signals.length + 1));
  expect(weights.flat().every(Number.isFinite)).toBe(true);
});

it.each([
  ['text', text.trees, ROLES.length, TEXT_SIGNALS],
  ['second', second.trees, MEMBER_ROLES.length, SECOND_SIGNALS],
  ['possible', possible.trees, 1, POSSIBLE_SIGNALS],
  ['decisionFirst', decisionFirst.trees, 1, DECISION_SIGNALS],
  ['decision', decision.trees, 1, [...DECISION_SIGNALS, ...STORY_SIGNALS, ...OWN_SIGNALS]],
  ['confidence', confidence.trees, 1, CONFIDENCE_SIGNALS],
  ['weighed', weighed.trees, 1, WEIGHED_SIGNALS],
])('the trees of %s ask for its signals, and have a score a class in every leaf', (_, trees = [], classes, signals) => {
  expect(trees.length).toBeGreaterThan(0);
  for (const { columns, cuts, leaves } of trees) {
    expect(columns.every((column) => column < signals.length)).toBe(true);
    expect(cuts).toHaveLength(columns.length);
    expect(widths(leaves)).toEqual(Array.from({ length: 2 ** columns.length }, () => classes));
    expect([...cuts, ...leaves.flat()].every(Number.isFinite)).toBe(true);
  }
});

it('calibrates upwards', () => {
  const steps = calibration.map(({ probability }) => probability);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps.every((step) => step > 0 && step < 1)).toBe(true);
});
