import type { ModelConstants } from './embedding-model.js';

const builtin: ModelConstants = { lexicalWeight: 0.6, relevance: [-6.202, 10.132, -5.0, 0.408] };
const miniLm: ModelConstants = { lexicalWeight: 1.0, relevance: [-9.272, 7.225, -2.551, 1.176] };

const known: readonly (readonly [pattern: RegExp, constants: ModelConstants])[] = [
  [/^builtin$|(^|\/)static-256$/, builtin],
  [/(^|\/)(all-)?minilm-l6(-v2|-w8)?$/i, miniLm],
];

/** Sentence transformers resemble MiniLM more than the built-in table of word vectors, so an unknown model starts from its constants. */
export function modelConstants(name: string): ModelConstants {
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? miniLm;
}
