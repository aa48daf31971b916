/**
 * Trees for what the linear models of members leave unexplained. They learn from stories that the models below them have
 * not seen: `found` are questions opened by models without their set.
 */
import { coreSignals, firstRound, MEMBER_ROLES, nearTo, nextRound, possibleHubs, rivalsOf } from '../../dist/libs/analysis/chains/fitting.js';
import { fitTrees } from './trees.mjs';

const options = { rounds: 60, depth: 4, rate: 0.15, ridge: 5 };

/** @param found [{ name, story?, field }] @returns rows of members with the set that they are of */
export function memberRows(found) {
  return found.flatMap(({ name, story, field }) => {
    const hub = field.memories.findIndex(({ id }) => story?.roles.get(id) === 'decision');
    if (hub < 0) return [];
    const rivals = rivalsOf(
      field,
      hub,
      possibleHubs(field).map((other) => firstRound(field, other)),
    );
    const first = firstRound(field, hub);
    return [first, nextRound(field, first, rivals)].flatMap((before) => rowsAfter({ name, story, field, rivals }, before));
  });
}

function rowsAfter({ name, story, field, rivals }, before) {
  const near = nearTo(field, before);
  const signals = coreSignals(field, { ...before, rivals }, near);
  return near.map((place, i) => ({
    name,
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
