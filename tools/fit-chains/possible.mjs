/** Which memories are tried as the decision, and which of these are looked at closely: learnt from sets not seen before. */
import {
  firstRounds,
  hubSignals,
  POSSIBLE_SIGNALS,
  possibleHubs,
  possibleSignals,
} from '../../dist/libs/analysis/chains/fitting.js';
import { fitYesModel } from './yes-model.mjs';

const trees = { rounds: 100, depth: 3, rate: 0.1, ridge: 5 };
/** Of the memories that are not the decision one in so many is learnt from. */
const oneIn = 15;
const byHand = new Map([
  ['text decision', 1],
  ['relevance', 1.5],
  ['to topic', 0.4],
]);

/** What the models below are fitted with: those whose text sounds most like a decision, and what the topic brings. */
export const START = { line: [...POSSIBLE_SIGNALS.map((name) => byHand.get(name) ?? 0), 0], trees: [] };

/** @param found [{ left, story?, field }] @returns a row a memory */
export function possibleRows(found) {
  return found.flatMap(({ left, story, field }) => {
    const signals = possibleSignals(field);
    return field.memories.flatMap(({ id }, place) => {
      const y = Number(story?.roles.get(id) === 'decision');
      return y === 1 || place % oneIn === 0
        ? [{ left, x: signals.row(place).slice(), y, weight: y === 1 ? 1 : oneIn }]
        : [];
    });
  });
}

export function fitPossible(rows) {
  return fitYesModel(rows, { ridge: 1e-4, steps: 300 }, trees);
}

/** @returns a row a memory that is tried */
export function hubFirstRows(found) {
  return found.flatMap(({ left, story, field }) => {
    const tried = firstRounds(field, possibleHubs(field));
    return hubSignals(field, tried).map((x, i) => ({
      left,
      x,
      y: Number(story?.roles.get(field.memories[tried[i].hub].id) === 'decision'),
    }));
  });
}

export function fitHubFirst(rows) {
  return fitYesModel(rows, { ridge: 3e-3, steps: 300 }, trees);
}
