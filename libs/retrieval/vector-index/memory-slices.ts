import type { IndexedMemory } from './indexed-memory.js';

/** Writing their vectors down takes 5 ms of the event loop. */
const POINTS_A_SLICE = 100;

/** Each memory once: one statement must not write a row twice. */
export function latestVersions(memories: readonly IndexedMemory[]): IndexedMemory[] {
  const latest = new Map<string, IndexedMemory>();
  for (const memory of memories) {
    const known = latest.get(memory.memoryId);
    if (!known || known.version <= memory.version) latest.set(memory.memoryId, memory);
  }
  return [...latest.values()];
}

/** Consecutive memories with about 100 points together. */
export function slices(memories: readonly IndexedMemory[]): IndexedMemory[][] {
  const result: IndexedMemory[][] = [];
  let points = POINTS_A_SLICE;
  for (const memory of memories) {
    if (points + memory.points.length > POINTS_A_SLICE) {
      result.push([]);
      points = 0;
    }
    result.at(-1)?.push(memory);
    points += memory.points.length;
  }
  return result;
}
