import { readQdrantPage, readQdrantPoints } from '../../qdrant/qdrant.packed.js';
import type { PackedMemory, PackedPoint } from '../../vector-index/packed-point.js';
import type { Packing } from '../../vector-index/point-source.js';
import { PackedPoints } from './packed-points.js';

export interface PackedPage {
  /** Those of which all points are there. */
  readonly memories: readonly PackedMemory[];
  /** Those of which some are missing. */
  readonly divided: readonly string[];
  /** Where the next page begins; undefined where there is none. */
  readonly last: string | undefined;
}

/** Memories of a page of `limit` points at most. */
export function readPage(packing: Packing, bytes: Uint8Array, limit: number): PackedPage {
  if (packing === 'qdrant') {
    const { heads, last } = readQdrantPage(bytes);
    const divided = heads.filter(({ passages }) => passages > 1).map(({ point }) => point.memoryId);
    const whole = heads.filter(({ passages }) => passages === 1);
    return { memories: whole.map(({ point }): PackedMemory => [point]), divided, last };
  }
  const memories = inOrder(bytes);
  const read = memories.reduce((sum, { length }) => sum + length, 0);
  if (read < limit) return { memories, divided: [], last: undefined };
  // The page may have ended in the middle of it.
  memories.pop();
  return { memories, divided: [], last: memories.at(-1)?.[0].memoryId };
}

/** The memories that a page of `packedPoints` holds. */
export function readPoints(packing: Packing, bytes: Uint8Array): readonly PackedMemory[] {
  return packing === 'qdrant' ? readQdrantPoints(bytes) : inOrder(bytes);
}

/** Points of one memory behind those of the other. */
function inOrder({ buffer, byteOffset, byteLength }: Uint8Array): PackedMemory[] {
  const memories: [PackedPoint, ...PackedPoint[]][] = [];
  for (const point of new PackedPoints(Buffer.from(buffer, byteOffset, byteLength)).read()) {
    const last = memories.at(-1);
    if (last?.[0].memoryId === point.memoryId) last.push(point);
    else memories.push([point]);
  }
  return memories;
}
