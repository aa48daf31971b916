/**
 * Trees for what the linear models of texts and of members leave unexplained. They learn from texts and stories that the
 * models below them have not seen.
 */
import { ROLES } from '../../dist/libs/analysis/index.js';
import {
  coreSignals,
  firstRound,
  MEMBER_ROLES,
  nearTo,
  nextRound,
  possibleHubs,
  rivalsOf,
  textSignals,
} from '../../dist/libs/analysis/chains/fitting.js';
import { seenFromCentre } from '../eval-intelligence/chain-tenant.mjs';
import { roleOf } from './fit.mjs';
import { fitTrees } from './trees.mjs';

const options = { depth: 4, rate: 0.15, ridge: 5 };

/**
 * Decoys stand for what is no part of a story: everyday notes are the same in all sets, so that the models below know them
 * by heart, and trees would take for a member whatever is not among them. `plainRows` are beside them.
 *
 * @param sets opened, none of them seen by the models
 * @returns a row a text
 */
export function textRows(sets, weights) {
  return sets.flatMap(({ tenant, stories, decoys }) => {
    const roles = new Map([...decoys.map((id) => [id, 'noise']), ...roleOf(stories)]);
    return rowsOf(tenant, roles, weights);
  });
}

/** @param tenant plain notes, which no model below has read @returns a row a text */
export function plainRows(tenant, weights) {
  return rowsOf(tenant, new Map(tenant.rows.map(({ id }) => [id, 'noise'])), weights);
}

function rowsOf(tenant, roles, { text, lexicon }) {
  const { memories, ...about } = seenFromCentre(tenant);
  return memories
    .filter(({ id }) => roles.has(id))
    .map((row) => {
      const x = textSignals(row, about, lexicon);
      return { x, y: ROLES.indexOf(roles.get(row.id)), start: linear(text.weights, x) };
    });
}

export function fitTextTrees(rows) {
  return fitTrees(rows, ROLES.length, { ...options, rounds: 40 });
}

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
  return fitTrees(rows, MEMBER_ROLES.length, { ...options, rounds: 60 });
}
