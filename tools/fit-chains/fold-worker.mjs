/** A thread of `Workers`: holds some folds, and fits models on rows that it is given. */
import { parentPort } from 'node:worker_threads';
import { fitConfidence } from './confidence.mjs';
import { fitMemberTrees, fitTextTrees } from './corrections.mjs';
import { Fold } from './fold.mjs';
import { fitHub } from './answers.mjs';
import { fitHubFirst, fitPossible } from './possible.mjs';
import { fitRelation, fitWeighed } from './relations.mjs';

const fits = {
  text: fitTextTrees,
  possible: fitPossible,
  hubFirst: fitHubFirst,
  members: fitMemberTrees,
  option: fitRelation,
  weighed: fitWeighed,
  side: fitRelation,
  hub: fitHub,
  confidence: fitConfidence,
};
const kept = new Map();
const folds = new Map();

const methods = {
  ask(left, method, ...given) {
    if (!folds.has(left)) folds.set(left, new Fold(left));
    return folds.get(left)[method](...given);
  },
  keep(name, rows) {
    kept.set(name, rows);
  },
  fit(name, without) {
    return fits[name](kept.get(name).filter(({ left }) => !without.includes(left)));
  },
};

/** One call after the other. */
let before = Promise.resolve();
parentPort.on('message', ({ id, method, given }) => {
  before = before.then(async () => {
    try {
      parentPort.postMessage({ id, answer: await methods[method](...given) });
    } catch (error) {
      parentPort.postMessage({ id, error });
    }
  });
});
