import type { IndexedMemory, IndexedPoint } from './indexed-memory.js';
import type { FoundPoint, Point, SparseVector, StoredPoint } from './qdrant.connection.js';
import { memoryIdOf, pointId } from './qdrant.ids.js';
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
  readonly terms: Int32Array;
}

/**
 * The payload field that searches read, and no other: version, passage, passages, start, end and the terms, each in 32
 * bits, in base64. As fields of their own they made half of Qdrant's work and of the answer (ADR 7).
 */
export const BRIEF = 'brief';
const PLACES = 5;

export function toPoints(memory: IndexedMemory): Point[] {
  const { memoryId, version, type, tags, createdAt, points } = memory;
  const common = { memory_id: memoryId, version, type, tags, created_at: createdAt.toISOString() };
  return points.map((point) => ({
    id: pointId(memoryId, point.passage),
    vector: { [DENSE]: denseVector(point.vector), ...(point.terms.length === 0 ? {} : { [TERMS]: termVector(point) }) },
    payload: { ...common, passage: point.passage, terms: [...point.terms], [BRIEF]: brief(memory, point) },
  }));
}

function brief({ version, points }: IndexedMemory, { passage, start, end, terms }: IndexedPoint): string {
  const numbers = Int32Array.of(version, passage, points.length, start, end, ...terms);
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, i) => bytes.writeInt32LE(number, 4 * i));
  return bytes.toString('base64');
}

export function toPlaced({ id, payload }: Pick<FoundPoint, 'id' | 'payload'>): Placed {
  const bytes = Buffer.from((payload?.[BRIEF] ?? '') as string, 'base64');
  const numbers = Int32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readInt32LE(4 * i));
  const [version = 0, passage = 0, passages = 1, start = 0, end = 0] = numbers;
  const terms = numbers.subarray(PLACES);
  return { memoryId: memoryIdOf(String(id), passage), version, passage, passages, start, end, terms };
}

/** The dense vector. */
export function vectorOf({ vector }: StoredPoint): Float32Array {
  const named = (vector ?? {}) as Record<string, number[]>;
  return Float32Array.from(named[DENSE] ?? []);
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
