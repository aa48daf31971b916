/** Whether a chain that is told holds from end to end: learnt from answers by models that had not seen the set. */
import { confidenceSignals, reportOf, toldProbability, toldStories } from '../../dist/libs/analysis/chains/fitting.js';
import { trunkHolds, truthOf } from '../eval-intelligence/chain-scores.mjs';
import { fitYesModel } from './yes-model.mjs';

const trees = { rounds: 60, depth: 3, rate: 0.1, ridge: 5 };

/** @param answered [{ left, story, field, hubs }] @returns a row an answer, of the chain told first */
export function confidenceRows(answered) {
  return answered.flatMap(({ left, story, field, hubs }) => {
    const [chain] = reportOf(field, hubs).chains;
    const [best] = toldStories(field, hubs, toldProbability(field, hubs));
    if (chain === undefined || best === undefined) return [];
    return [{ left, x: confidenceSignals(field, best), y: trunkHolds(chain, truthOf(story)) }];
  });
}

export function fitConfidence(rows) {
  return fitYesModel(rows, { ridge: 5e-3, steps: 300 }, trees);
}
