import type { ModelConstants } from './embedding-model.js';

/**
 * Fitted by `tools/calibration` on the LoCoMo and QMSum development sets: stores of 3 to 5,000 memories, turns and mixed
 * lengths, three questions in four also put to a store without the answer; the first five results count three times.
 */
const builtin: ModelConstants = { lexicalWeight: 0.8, relevance: [1.81, 20.09, -17.32], fieldFloor: 0.7 };
/** From the same run on the LoCoMo sets and every sixth of QMSum, stores of 1 to 4,000. */
const miniLm: ModelConstants = { lexicalWeight: 1.3, relevance: [1.81, 16, -14], fieldFloor: 0.7 };

const known: readonly (readonly [pattern: RegExp, constants: ModelConstants])[] = [
  [/^builtin$|(^|\/)static-256$/, builtin],
  [/(^|\/)(all-)?minilm-l6(-v2|-w8)?$/i, miniLm],
];

/** Sentence transformers resemble MiniLM more than the built-in table of word vectors, so an unknown model starts from its constants. */
export function modelConstants(name: string): ModelConstants {
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? miniLm;
}
