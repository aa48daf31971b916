import { endianness } from 'node:os';
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
  return littleEndian(Buffer.from(numbers.buffer)).toString('base64');
}

export function toPlaced({ id, payload }: Pick<FoundPoint, 'id' | 'payload'>): Placed {
  const bytes = Buffer.from((payload?.[BRIEF] ?? '') as string, 'base64');
  // Buffers of this size begin at a multiple of eight bytes.
  const numbers = new Int32Array(littleEndian(bytes).buffer, bytes.byteOffset, bytes.length >> 2);
  const passage = numbers[1] ?? 0;
  return {
    memoryId: memoryIdOf(String(id), passage),
    version: numbers[0] ?? 0,
    passage,
    passages: numbers[2] ?? 1,
    start: numbers[3] ?? 0,
    end: numbers[4] ?? 0,
    terms: numbers.subarray(PLACES),
  };
}

/** The bytes of 32-bit numbers of this machine as little endian ones, or the other way round. */
function littleEndian(bytes: Buffer): Buffer {
  return endianness() === 'LE' ? bytes : bytes.swap32();
}

/** The dense vector. */
export function vectorOf({ vector }: StoredPoint): Float32Array {
  const named = (vector ?? {}) as Record<string, number[]>;
  return Float32Array.from(named[DENSE] ?? []);
}

/**
 * Millionths as whole numbers: five significant digits of what a unit vector's numbers are like. Qdrant brings vectors to
 * unit length where the distance is the cosine; whole numbers take a third of the time to write that fractions take.
 */
export function denseVector(vector: Float32Array): number[] {
  const millionths = new Array<number>(vector.length);
  for (let i = 0; i < vector.length; i++) millionths[i] = Math.round((vector[i] ?? 0) * 1e6);
  return millionths;
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
