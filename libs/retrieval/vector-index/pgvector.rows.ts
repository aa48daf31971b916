import type { IndexedMemory } from './indexed-memory.js';
import { vectorText } from './pgvector.parameters.js';

/** $2..$10 of `insertPoints`. */
export function pointColumns(memories: readonly IndexedMemory[]): unknown[][] {
  const rows = memories.flatMap((memory) => memory.points.map((point) => ({ memory, point })));
  return [
    rows.map(({ memory }) => memory.memoryId),
    rows.map(({ point }) => point.passage),
    rows.map(({ point }) => point.start),
    rows.map(({ point }) => point.end),
    rows.map(({ memory }) => memory.type),
    rows.map(({ memory }) => JSON.stringify(memory.tags)),
    rows.map(({ memory }) => memory.createdAt),
    rows.map(({ point }) => `{${point.terms.join(',')}}`),
    rows.map(({ point }) => vectorText(point.vector)),
  ];
}
