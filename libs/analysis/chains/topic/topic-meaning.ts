import type { ChainInput, ChainMemory } from '../types/chain-input.js';
import { dots } from '../model/dot-product.js';

/** Deviations above the other memories beyond which a memory is no more about a word than others are. */
const MOST = 6;

/** How much each memory is about each word of a topic, in deviations from the memories looked at and the roles' sentences; a row a word. */
export function meaningOf({ topic, prototypes }: ChainInput, memories: readonly ChainMemory[]): Float64Array[] {
  const vectors = memories.map(({ vector }) => vector);
  const others = Object.values(prototypes).flat();
  return topic.words.map(({ vector }) => {
    const own = dots(vector, vectors);
    const cosines = [...own, ...dots(vector, others)];
    const mean = cosines.reduce((sum, value) => sum + value, 0) / Math.max(1, cosines.length);
    const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, cosines.length);
    const deviation = Math.max(Math.sqrt(variance), 0.01);
    return own.map((value) => Math.max(0, Math.min((value - mean) / deviation, MOST)));
  });
}
