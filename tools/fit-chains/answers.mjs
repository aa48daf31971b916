/** Which decision is asked for, whether it is the first one found, and whether the memories tell of the topic: learnt from answers by models that had not seen the set. */
import { ranked, topicSignals } from '../../dist/libs/analysis/chains/fitting.js';
import { fitYesModel } from './yes-model.mjs';

const trees = { rounds: 120, depth: 4, rate: 0.1, ridge: 5 };
/**
 * Whether to answer is told by two lines joined: whether the memories know the topic, and whether the first decision is the
 * right one. The first alone told less of small tenants, the second less of large ones, and nothing of the test tenant.
 */
const ofKnown = 0.7;

/**
 * A line tells whether to answer: trees did worse on sets that they had not seen. It does not learn from borrowed
 * questions either, which nobody asks, and which kept it from answering those that are asked.
 *
 * @param answered [{ left, story?, kind?, field, hubs }], `left`: whose models they were found with
 */
export function fitAnswers(answered) {
  const topics = [...new Set(answered.map(({ left }) => left))].flatMap((left) => {
    const others = fitHub(answered.filter((one) => one.left !== left));
    return answered
      .filter((one) => one.left === left && one.kind !== 'borrowed')
      .map((one) => rowOf(one, rankedBy(one, others)));
  });
  const lineOf = (y) =>
    fitYesModel(
      topics.map((row) => ({ x: row.x, y: row[y] })),
      { ridge: 5e-3, steps: 300 },
    );
  const [topic, right] = [lineOf('known'), lineOf('right')];
  const line = topic.line.map((weight, i) => ofKnown * weight + (1 - ofKnown) * right.line[i]);
  return { hub: fitHub(answered), topic, answer: { line, trees: [] } };
}

function rowOf({ story, field }, hubs) {
  const first = field.memories[hubs[0]?.membership.hub];
  return {
    x: topicSignals(hubs),
    known: Number(story !== undefined),
    right: Number(story?.roles.get(first?.id) === 'decision'),
  };
}

/** By the writers learnt from: where two are left out, it is the same whichever is first. */
const fitted = new Map();

function fitHub(answered) {
  const writers = [...new Set(answered.map(({ left }) => left))].sort().join(' ');
  if (!fitted.has(writers)) fitted.set(writers, fitHubTo(answered));
  return fitted.get(writers);
}

function fitHubTo(answered) {
  const rows = answered.flatMap(({ story, field, hubs }) =>
    hubs.map(({ membership: { hub }, signals }) => ({
      x: signals,
      y: Number(story?.roles.get(field.memories[hub].id) === 'decision'),
    })),
  );
  return fitYesModel(rows, { ridge: 3e-3, steps: 300 }, trees);
}

/** The decisions found, in the order that another model of which is asked for gives them. */
export function rankedBy({ field, hubs }, hub) {
  const memberships = hubs.map(({ membership }) => membership);
  const rows = hubs.map(({ signals }) => signals);
  return ranked(field, memberships, hub, rows);
}
