import type { ChainField } from './chain-field.js';

/**
 * How much of each word's meaning the members hold: the mean over the words, the least, and the best of one memory.
 * @param shares how much each memory is a member; all are where none are given
 */
export function meaningAmong(
  { meaning, memories }: ChainField,
  shares = new Float64Array(memories.length).fill(1),
): { mean: number; least: number; shared: number } {
  if (meaning.length === 0) return { mean: 0, least: 0, shared: 0 };
  const sums = new Float64Array(shares.length);
  const bests = meaning.map((row) => {
    let best = 0;
    for (let place = 0; place < sums.length; place++) {
      const value = row[place] ?? 0;
      sums[place] = (sums[place] ?? 0) + value;
      best = Math.max(best, (shares[place] ?? 0) * value);
    }
    return best;
  });
  let shared = 0;
  for (let place = 0; place < sums.length; place++) {
    shared = Math.max(shared, ((shares[place] ?? 0) * (sums[place] ?? 0)) / meaning.length);
  }
  return { mean: bests.reduce((sum, best) => sum + best, 0) / bests.length, least: Math.min(...bests), shared };
}

/** How much of the topic's words the members hold, by weight, and the weight of the rarest that none holds. */
export function coverage(field: ChainField, shares: Float64Array): { covered: number; missing: number } {
  let [sum, total, missing] = [0, 0, 0];
  for (const word of field.topicTerms) {
    const weight = field.words.rarity(word);
    const held = Math.max(0, ...field.words.holdersOf(word).map((place) => shares[place] ?? 0));
    sum += weight * held;
    total += weight;
    missing = Math.max(missing, weight * (1 - held));
  }
  return { covered: sum / (total + 1), missing };
}

/** How much of the topic's words any memory of the field holds, by weight. */
export function knownShare({ topicTerms, words }: ChainField): number {
  let [known, total] = [0, 0];
  for (const word of topicTerms) {
    if (words.holdersOf(word).length > 0) known += words.rarity(word);
    total += words.rarity(word);
  }
  return known / (total + 1);
}
