import { attributeHash, type PackedMemory, type PackedPoint } from '../vector-index/packed-point.js';
import { toPlaced, vectorOf } from './qdrant.codec.js';
import type { StoredPoint } from './qdrant.connection.js';

/** The payload that is packed: all that filters look at, and the brief. */
export const PACKED_PAYLOAD = [
  'brief',
  'type',
  'tags',
  'attributes',
  'created_at',
  'occurred_at',
  'expires_at',
] as const;

/** What a scroll answers, as JSON. */
interface Scroll {
  readonly result: { readonly points: readonly StoredPoint[]; readonly next_page_offset?: string | null };
}

interface Passage {
  readonly point: PackedPoint;
  /** How many the memory had when it was written. */
  readonly passages: number;
}

/** First passages of memories, and where the next page begins. */
export function readQdrantPage(bytes: Uint8Array): { readonly heads: Passage[]; readonly last: string | undefined } {
  const { points, next_page_offset } = scrolled(bytes);
  return { heads: points.map(passageOf), last: next_page_offset ?? undefined };
}

/** Memories with all their passages; passages of another version than the head's are on their way out. */
export function readQdrantPoints(bytes: Uint8Array): PackedMemory[] {
  const passages = scrolled(bytes).points.map((stored) => passageOf(stored).point);
  const heads = new Map(passages.filter(({ passage }) => passage === 0).map((head) => [head.memoryId, head]));
  const memories = new Map([...heads].map(([id, head]): [string, [PackedPoint, ...PackedPoint[]]] => [id, [head]]));
  for (const point of passages.toSorted((a, b) => a.passage - b.passage)) {
    if (point.passage > 0 && point.version === heads.get(point.memoryId)?.version) {
      memories.get(point.memoryId)?.push(point);
    }
  }
  return [...memories.values()];
}

function scrolled(bytes: Uint8Array): Scroll['result'] {
  return (JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as Scroll).result;
}

function passageOf(stored: StoredPoint): Passage {
  const { passages, ...place } = toPlaced(stored);
  const payload = (stored.payload ?? {}) as Readonly<Record<string, string | string[] | undefined>>;
  const moment = (field: string, none: number): number => {
    const text = payload[field];
    return typeof text === 'string' ? Date.parse(text) : none;
  };
  return {
    passages,
    point: {
      ...place,
      createdAt: moment('created_at', NaN),
      occurredAt: moment('occurred_at', NaN),
      expiresAt: moment('expires_at', Infinity),
      type: String(payload['type']),
      tags: listOf(payload['tags']),
      attributes: Float64Array.from(listOf(payload['attributes']), (text) => attributeHash(Buffer.from(text))),
      vector: vectorOf(stored),
    },
  };
}

function listOf(values: string | string[] | undefined): readonly string[] {
  return Array.isArray(values) ? values : [];
}
