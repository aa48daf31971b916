/** Two texts and the Jaccard similarity of their sets of character trigrams (letters only, lower case). */
export interface SimilarPair {
  readonly a: string;
  readonly b: string;
  readonly similarity: number;
}

/** All pairs at or above `least`, the most similar first. An inverted index: a pair costs its shared trigrams. */
export function similarPairs(texts: ReadonlyMap<string, string>, least: number): SimilarPair[] {
  const ids = [...texts.keys()];
  const sets = [...texts.values()].map(trigrams);
  const postings = new Map<string, number[]>();
  const pairs: SimilarPair[] = [];
  for (const [at, set] of sets.entries()) {
    const shared = new Uint16Array(at);
    for (const trigram of set) {
      const earlier = postings.get(trigram) ?? [];
      for (const other of earlier) shared[other] = (shared[other] ?? 0) + 1;
      earlier.push(at);
      postings.set(trigram, earlier);
    }
    for (const [other, common] of shared.entries()) {
      const similarity = common / (set.size + (sets[other]?.size ?? 0) - common);
      if (similarity >= least) pairs.push({ a: ids[other] ?? '', b: ids[at] ?? '', similarity });
    }
  }
  return pairs.sort((one, two) => two.similarity - one.similarity);
}

function trigrams(text: string): Set<string> {
  const letters = ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()} `;
  return new Set(Array.from({ length: Math.max(0, letters.length - 2) }, (_, at) => letters.slice(at, at + 3)));
}
