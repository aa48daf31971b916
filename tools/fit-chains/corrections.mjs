/**
 * Trees for what the linear model of members leaves unexplained. They learn from stories that the models
 * below them have not seen.
 */
import {
  coreSignals,
  firstRound,
  MEMBER_ROLES,
  nearTo,
  nextRound,
  possibleHubs,
  rivalsOf,
} from '../../dist/libs/analysis/chains/fitting.js';
import { fitTrees } from './trees.mjs';

const options = { rounds: 60, depth: 4, rate: 0.15, ridge: 5 };

/** @param found [{ left, story?, field }] @returns a row a memory near the decision, in the second and in the third round */
export function memberRows(found) {
  return found.flatMap(({ left, story, field }) => {
    const hub = field.memories.findIndex(({ id }) => story?.roles.get(id) === 'decision');
    if (hub < 0) return [];
    const rivals = rivalsOf(
      field,
      hub,
      possibleHubs(field).map((other) => firstRound(field, other)),
    );
    const first = firstRound(field, hub);
    return [first, nextRound(field, first, rivals)].flatMap((before) =>
      rowsAfter({ left, story, field, rivals }, before),
    );
  });
}

function rowsAfter({ left, story, field, rivals }, before) {
  const near = nearTo(field, before);
  const signals = coreSignals(field, { ...before, rivals }, near);
  return near.map((place, i) => ({
    left,
    x: signals.row(i),
    y: MEMBER_ROLES.indexOf(story.roles.get(field.memories[place].id) ?? 'noise'),
    start: linear(field.weights.second.weights, signals.row(i)),
  }));
}

function linear(weights, x) {
  return weights.map((row) => x.reduce((sum, value, i) => sum + value * row[i], row.at(-1)));
}

/** @returns trees of the second round */
export function fitMemberTrees(rows) {
  return fitTrees(rows, MEMBER_ROLES.length, options);
}
