import { fieldOf } from './chain-field.js';
import type { ChainInput } from './chain-input.js';
import { FITTED_WEIGHTS } from './fitted-weights.js';
import { hubsOf } from './hubs.js';

const MOST_SEEDS = 3;

/** Ids of the most probable decisions, to look around them for memories that the topic did not bring. */
export function hubSeeds(input: ChainInput): string[] {
  const field = fieldOf(input, FITTED_WEIGHTS);
  if (field.memories.length === 0) return [];
  return hubsOf(field)
    .slice(0, MOST_SEEDS)
    .map(({ membership }) => field.memories[membership.hub]?.id ?? '');
}
