import type { IndexedMemory } from '../vector-index/indexed-memory.js';
import { vectorsBinary } from './pgvector.parameters.js';

/** A row of `readVectors`. */
export interface VectorRow {
  readonly memoryId: string;
  readonly vector: Buffer;
}

const HEADER_BYTES = 4;
const FLOAT_BYTES = 4;

/**
 * A memory's vectors in the order of the rows. All lie in one piece of memory, whose bytes are turned round at once: number
 * after number took three times as long, and a copy of them all for another thread is one copy.
 */
export function vectorsOf(rows: readonly VectorRow[]): Map<string, Float32Array[]> {
  const bytes = Buffer.from(new ArrayBuffer(rows.reduce((sum, { vector }) => sum + vector.length - HEADER_BYTES, 0)));
  const vectors = new Map<string, Float32Array[]>();
  let at = 0;
  for (const { memoryId, vector } of rows) {
    const length = vector.copy(bytes, at, HEADER_BYTES) / FLOAT_BYTES;
    const numbers = new Float32Array(bytes.buffer, at, length);
    at += length * FLOAT_BYTES;
    const known = vectors.get(memoryId);
    if (known === undefined) vectors.set(memoryId, [numbers]);
    else known.push(numbers);
  }
  bytes.swap32();
  return vectors;
}

/**
 * $2..$13 of `insertPoints`.
 * @param type the id of `vector` in this database
 */
export function pointColumns(memories: readonly IndexedMemory[], type: number): unknown[] {
  const rows = memories.flatMap((memory) => memory.points.map((point) => ({ memory, point })));
  return [
    rows.map(({ memory }) => memory.memoryId),
    rows.map(({ point }) => point.passage),
    rows.map(({ point }) => point.start),
    rows.map(({ point }) => point.end),
    rows.map(({ memory }) => memory.type),
    rows.map(({ memory }) => JSON.stringify(memory.tags)),
    rows.map(({ memory }) => memory.createdAt),
    rows.map(({ memory }) => JSON.stringify(memory.attributes)),
    rows.map(({ memory }) => memory.occurredAt),
    rows.map(({ memory }) => memory.expiresAt),
    rows.map(({ point }) => `{${point.terms.join(',')}}`),
    vectorsBinary(
      rows.map(({ point }) => point.vector),
      type,
    ),
  ];
}
