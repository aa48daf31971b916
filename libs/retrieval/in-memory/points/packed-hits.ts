import type { VectorHit } from '../../vector-index/vector-query.js';

/** passage, start, end, cosine, coverage */
const NUMBERS = 5;

/** Hits as they go from one thread to another: as objects they take four times as long. */
export interface PackedHits {
  readonly memoryIds: readonly string[];
  /** Five of each. */
  readonly numbers: Float64Array;
}

export function packHits(hits: readonly VectorHit[]): PackedHits {
  const numbers = new Float64Array(NUMBERS * hits.length);
  hits.forEach(({ passage, start, end, cosine, coverage }, i) => {
    numbers.set([passage, start, end, cosine, coverage], NUMBERS * i);
  });
  return { memoryIds: hits.map(({ memoryId }) => memoryId), numbers };
}

export function unpackHits({ memoryIds, numbers }: PackedHits): VectorHit[] {
  return memoryIds.map((memoryId, i) => {
    const at = NUMBERS * i;
    return {
      memoryId,
      passage: numbers[at] ?? 0,
      start: numbers[at + 1] ?? 0,
      end: numbers[at + 2] ?? 0,
      cosine: numbers[at + 3] ?? 0,
      coverage: numbers[at + 4] ?? 0,
    };
  });
}
