import type { ModelConstants } from './embedding-model.js';

/**
 * Fitted by `tools/calibration` on the LoCoMo and QMSum development sets: stores of 1 to 20,000 memories, turns and mixed
 * lengths, three questions in four also put to a store without the answer, those counted three times. b3 is 0 although
 * the fit would take −.8: ti told little, and below zero it would raise queries without a known word, where nothing was fitted.
 */
const builtin: ModelConstants = { lexicalWeight: 0.6, relevance: [-1.635, 16.831, -13.204, 0], fieldFloor: 0.7 };
/** From the same run on the LoCoMo sets and every sixth of QMSum, stores of 1 to 4,000. */
const miniLm: ModelConstants = { lexicalWeight: 1.0, relevance: [-1.769, 12.151, -9.633, 0], fieldFloor: 0.7 };

const known: readonly (readonly [pattern: RegExp, constants: ModelConstants])[] = [
  [/^builtin$|(^|\/)static-256$/, builtin],
  [/(^|\/)(all-)?minilm-l6(-v2|-w8)?$/i, miniLm],
];

/** Sentence transformers resemble MiniLM more than the built-in table of word vectors, so an unknown model starts from its constants. */
export function modelConstants(name: string): ModelConstants {
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? miniLm;
}
