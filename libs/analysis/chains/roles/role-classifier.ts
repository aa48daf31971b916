import type { MemoryFeatures } from '../../features/memory-features.js';
import type { ChainInput, ChainMemory } from '../types/chain-input.js';
import type { ChainWeights } from '../weights/chain-weights.js';
import { logProbabilities } from '../model/linear-model.js';
import { textSignals } from './text-signals.js';

type Reading = Pick<ChainInput, 'prototypes'> &
  Pick<ChainMemory, 'content' | 'type' | 'importance' | 'vector'> & {
    readonly weights: ChainWeights;
    readonly mean: number;
    readonly deviation: number;
  };

/** Kept as long as the features of the memory are: the same memory is read for request after request. */
const known = new WeakMap<MemoryFeatures, { readonly reading: Reading; readonly roles: readonly number[] }>();

/** Logarithms of the probabilities of `ROLES`, from the text of a memory alone. */
export function rolesOf(memory: ChainMemory, input: ChainInput, weights: ChainWeights): readonly number[] {
  const { features, content, type, importance, vector } = memory;
  const { mean, deviation } = input.background;
  const reading = { prototypes: input.prototypes, content, type, importance, vector, weights, mean, deviation };
  const before = known.get(features);
  if (before !== undefined && isSame(before.reading, reading)) return before.roles;
  const roles = logProbabilities(weights.text, textSignals(memory, input, weights.lexicon));
  known.set(features, { reading, roles });
  return roles;
}

function isSame(one: Reading, other: Reading): boolean {
  return (Object.keys(one) as (keyof Reading)[]).every((part) => one[part] === other[part]);
}
