/** Which decision is asked for, and whether the memories tell of the topic: learnt from answers by models that had not seen the set. */
import { ranked, topicSignals } from '../../dist/libs/analysis/chains/fitting.js';
import { fitYes } from './logistic.mjs';
import { fitTrees } from './trees.mjs';

const options = { rounds: 100, depth: 3, rate: 0.1, ridge: 5 };

/** @param answered [{ left, story?, field, hubs }], `left`: whose models they were found with */
export function fitAnswers(answered) {
  const topics = [...new Set(answered.map(({ left }) => left))].flatMap((left) => {
    const others = fitHub(answered.filter((one) => one.left !== left));
    return answered
      .filter((one) => one.left === left)
      .map((one) => ({ x: topicSignals(rankedBy(one, others)), y: Number(one.story !== undefined) }));
  });
  return { ...fitHub(answered), topic: fitYes(topics, { ridge: 5e-3, steps: 300 }) };
}

function fitHub(answered) {
  const rows = answered.flatMap(({ story, field, hubs }) =>
    hubs.map(({ membership: { hub }, signals }) => ({
      x: signals,
      y: Number(story?.roles.get(field.memories[hub].id) === 'decision'),
    })),
  );
  const hub = fitYes(rows, { ridge: 3e-3, steps: 300 });
  const started = rows.map((row) => ({
    ...row,
    start: [0, row.x.reduce((sum, value, i) => sum + value * hub[i], hub.at(-1))],
  }));
  const hubTrees = fitTrees(started, 2, options).map(({ leaves, ...tree }) => ({
    ...tree,
    leaves: leaves.map(([no, yes]) => [Number((yes - no).toPrecision(3))]),
  }));
  return { hub, hubTrees };
}

/** The decisions found, in the order that other models of which is asked for give them. */
export function rankedBy({ field, hubs }, { hub, hubTrees }) {
  return ranked(
    field,
    hubs.map(({ membership }) => membership),
    hub,
    hubTrees,
  );
}
