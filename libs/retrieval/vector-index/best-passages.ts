import { type Fusion, scoreOf } from '../score.js';
import type { VectorHit } from './vector-query.js';

/** The best passage of each memory by `scoreOf`, best first; ties by passage, then memory id. */
export function bestPassages(hits: readonly VectorHit[], fusion: Fusion): VectorHit[] {
  const score = (hit: VectorHit): number => scoreOf(hit, fusion);
  const best = new Map<string, VectorHit>();
  for (const hit of hits) {
    const known = best.get(hit.memoryId);
    const gain = known ? score(hit) - score(known) || known.passage - hit.passage : 1;
    if (gain > 0) best.set(hit.memoryId, hit);
  }
  return [...best.values()].sort((a, b) => score(b) - score(a) || (a.memoryId < b.memoryId ? -1 : 1));
}
