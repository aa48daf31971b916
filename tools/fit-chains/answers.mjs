/** Which decision is asked for, whether it is the first one found, and whether the memories tell of the topic: learnt from answers by models that had not seen the set. */
import { ranked, topicSignals } from '../../dist/libs/analysis/chains/fitting.js';
import { fitYesModel } from './yes-model.mjs';

const trees = { rounds: 120, depth: 4, rate: 0.1, ridge: 5 };
/**
 * Whether to answer is told by two lines joined: whether the memories know the topic, and whether the first decision is the
 * right one. The first alone told less of small tenants, the second less of large ones, and nothing of the test tenant.
 */
const ofKnown = 0.7;

/** @param found [{ left, story?, field, hubs }] @returns a row a decision that was looked at closely */
export function hubRows(found) {
  return found.flatMap(({ left, story, field, hubs }) =>
    hubs.map(({ membership: { hub }, signals }) => ({
      left,
      x: signals,
      y: Number(story?.roles.get(field.memories[hub].id) === 'decision'),
    })),
  );
}

export function fitHub(rows) {
  return fitYesModel(rows, { ridge: 3e-3, steps: 300 }, trees);
}

/**
 * Without the borrowed questions, which nobody asks, and which kept it from answering those that are asked.
 *
 * @param hub a model of `fitHub` @returns [{ x, known, right }]
 */
export function topicRows(found, hub) {
  return found
    .filter(({ kind }) => kind !== 'borrowed')
    .map((one) => {
      const hubs = rankedBy(one, hub);
      const first = one.field.memories[hubs[0]?.membership.hub];
      return {
        x: topicSignals(hubs),
        known: Number(one.story !== undefined),
        right: Number(one.story?.roles.get(first?.id) === 'decision'),
      };
    });
}

/** Lines: trees did worse on sets that they had not seen. @returns whether the topic is known, and whether to answer */
export function fitTopic(rows) {
  const lineOf = (y) =>
    fitYesModel(
      rows.map((row) => ({ x: row.x, y: row[y] })),
      { ridge: 5e-3, steps: 300 },
    );
  const [topic, right] = [lineOf('known'), lineOf('right')];
  const line = topic.line.map((weight, i) => ofKnown * weight + (1 - ofKnown) * right.line[i]);
  return { topic, answer: { line, trees: [] } };
}

/** The decisions found, in the order that another model of which is asked for gives them. */
export function rankedBy({ field, hubs }, hub) {
  const memberships = hubs.map(({ membership }) => membership);
  const rows = hubs.map(({ signals }) => signals);
  return ranked(field, memberships, hub, rows);
}
