import type { ModelConstants } from './embedding-model.js';

/**
 * Relevance is fitted by `tools/calibration` on five kinds of text: the LoCoMo and QMSum development sets in stores of 3 to
 * 5,000 memories, turns and mixed lengths, three questions in four also put to a store without the answer, the first five
 * results counted three times; the LoCoMo conversations by themselves, as they are and with the date in the content,
 * counted six times; short facts, notes of developers and the test tenant with its filters by themselves.
 */
const builtinFast: ModelConstants = {
  lexicalWeight: 0.8,
  lexicalPower: 2,
  relevance: [6.995, 15.849, -20.059],
  fieldFloor: 0.75,
  analyses: { relevance: [2.57, 15.99, -15.52], fieldFloor: 0.7 },
};
/** From the same run on the LoCoMo sets alone, stores of 3 to 1,000; `a` keeps the ratio to the built-in one that the two were measured to need under ADR 5. */
const miniLm: ModelConstants = {
  lexicalWeight: 1.3,
  lexicalPower: 2,
  relevance: [2.2, 12.48, -12.92],
  fieldFloor: 0.7,
};
/** The two side by side. */
const builtin: ModelConstants = {
  lexicalWeight: 0.7,
  lexicalPower: 2.5,
  relevance: [10.769, 16.185, -24.528],
  fieldFloor: 0.75,
};

const known: readonly (readonly [pattern: RegExp, constants: ModelConstants])[] = [
  [/^builtin-fast$|(^|\/)static-256$/, builtinFast],
  [/^builtin$/, builtin],
  [/(^|\/)(all-)?minilm-l6(-v2|-w8)?$/i, miniLm],
];

/**
 * Unknown models get MiniLM's constants, fitted to none of them: sentence transformers resemble it more than the built-in
 * table of word vectors. `tools/calibration` fits their own.
 */
export function modelConstants(name: string): ModelConstants {
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? miniLm;
}
