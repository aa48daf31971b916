import type { Placed } from './qdrant.codec.js';

interface Passage extends Placed {
  readonly vector: Float32Array;
}

/** The vectors of each memory in the order of its passages, of those that are of its head's version. */
export function currentVectors(passages: readonly Passage[]): Map<string, Float32Array[]> {
  const heads = new Map(passages.filter(({ passage }) => passage === 0).map((head) => [head.memoryId, head.version]));
  const vectors = new Map([...heads.keys()].map((memoryId): [string, Float32Array[]] => [memoryId, []]));
  for (const { memoryId, version, vector } of passages.toSorted((a, b) => a.passage - b.passage)) {
    if (version === heads.get(memoryId)) vectors.get(memoryId)?.push(vector);
  }
  return vectors;
}
