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
  for (const row of meaning) {
    for (let place = 0; place < sums.length; place++) sums[place] = (sums[place] ?? 0) + (row[place] ?? 0);
  }
  const bests = bestMeanings(meaning, shares);
  let shared = 0;
  for (let place = 0; place < sums.length; place++) {
    shared = Math.max(shared, ((shares[place] ?? 0) * (sums[place] ?? 0)) / meaning.length);
  }
  return { mean: bests.reduce((sum, best) => sum + best, 0) / bests.length, least: Math.min(...bests), shared };
}

/** Of each word the most that a member holds of its meaning. */
export function bestMeanings(meaning: readonly Float64Array[], shares: Float64Array): number[] {
  return meaning.map((row) => {
    let best = 0;
    for (let place = 0; place < shares.length; place++) best = Math.max(best, (shares[place] ?? 0) * (row[place] ?? 0));
    return best;
  });
}

/** The mean of what the members answer (with one more that has nothing) and the best. */
export function over(shares: Float64Array, values: Float64Array, size: number): { mean: number; best: number } {
  let sum = 0;
  let best = 0;
  for (let place = 0; place < shares.length; place++) {
    const value = (shares[place] ?? 0) * (values[place] ?? 0);
    sum += value;
    if (value > best) best = value;
  }
  return { mean: sum / (size + 1), best };
}

/**
 * How much of the topic's words the members hold, by weight, and the weight of the rarest that none holds.
 *
 * @param asked which of the words, in their order; all where it is not given
 */
export function coverage(
  field: ChainField,
  shares: Float64Array,
  asked?: readonly boolean[],
): { covered: number; missing: number } {
  let [sum, total, missing] = [0, 0, 0];
  for (const [i, word] of [...field.topicTerms].entries()) {
    if (asked?.[i] === false) continue;
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
