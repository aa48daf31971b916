import type { IndexedMemory, IndexedPoint } from './indexed-memory.js';
import type { FoundPoint, Point, SparseVector, StoredPoint } from './qdrant.connection.js';
import { pointId } from './qdrant.ids.js';
import { DENSE, TERMS } from './qdrant.layout.js';
import type { QueryTerm } from './vector-query.js';

/** What a search needs of a point beside its scores. */
export interface Placed {
  readonly memoryId: string;
  readonly version: number;
  readonly passage: number;
  /** How many the memory had when this one was written. */
  readonly passages: number;
  readonly start: number;
  readonly end: number;
}

export const PLACE_FIELDS = ['memory_id', 'version', 'passage', 'passages', 'start', 'end'];

export function toPoints(memory: IndexedMemory): Point[] {
  const { memoryId, version, type, tags, createdAt, points } = memory;
  const common = { memory_id: memoryId, version, type, tags, created_at: createdAt.toISOString() };
  return points.map((point) => ({
    id: pointId(memoryId, point.passage),
    vector: { [DENSE]: denseVector(point.vector), ...(point.terms.length === 0 ? {} : { [TERMS]: termVector(point) }) },
    payload: {
      ...common,
      passage: point.passage,
      passages: points.length,
      start: point.start,
      end: point.end,
      terms: [...point.terms],
    },
  }));
}

/** The dense vector. */
export function vectorOf({ vector }: StoredPoint): Float32Array {
  const named = (vector ?? {}) as Record<string, number[]>;
  return Float32Array.from(named[DENSE] ?? []);
}

export function toPlaced({ payload }: Pick<FoundPoint, 'payload'>): Placed {
  const stored = (payload ?? {}) as Record<string, number> & { memory_id: string };
  const { version = 0, passage = 0, passages = 1, start = 0, end = 0 } = stored;
  return { memoryId: stored.memory_id, version, passage, passages, start, end };
}

export function termsOf({ payload }: FoundPoint): number[] {
  return (payload?.['terms'] ?? []) as number[];
}

/** Six decimals: five significant digits of what a unit vector's numbers are like, and half of JSON's length. */
export function denseVector(vector: Float32Array): number[] {
  return Array.from(vector, (value) => Math.round(value * 1e6) / 1e6);
}

/** Terms have weight 1 in a point: their presence counts, and the product with a query is the weight it covers. */
function termVector({ terms }: IndexedPoint): SparseVector {
  return { indices: Array.from(terms, dimensionOf), values: Array.from(terms, () => 1) };
}

export function queryVector(terms: readonly QueryTerm[]): SparseVector {
  return { indices: terms.map(({ term }) => dimensionOf(term)), values: terms.map(({ weight }) => weight) };
}

/** The same 32 bits, without sign. */
function dimensionOf(term: number): number {
  return term >>> 0;
}
