import type { IndexedMemory, IndexedPoint } from '../vector-index/indexed-memory.js';
import { collectTerms, readBrief, weighBrief, writeBrief } from './qdrant.brief.js';
import type { FoundPoint, Point, SparseVector, StoredPoint } from './qdrant.connection.js';
import { DENSE, TERMS } from './qdrant.layout.js';
import type { QueryTerm } from '../lexical/query-term.js';

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

interface Weighed extends Omit<Placed, 'terms'> {
  readonly weight: number;
}

/**
 * The payload field that searches read, and no other: version, passage, passages, start, end and the terms, each in 32
 * bits, in base64. As fields of their own they made half of Qdrant's work and of the answer (ADR 7).
 */
export const BRIEF = 'brief';

export function toPoints(memory: IndexedMemory): Point[] {
  const { memoryId, version, points } = memory;
  const common = { memory_id: memoryId, version, ...filtered(memory) };
  return points.map((point) => ({
    id: pointId(memoryId, point.passage),
    vector: { [DENSE]: denseVector(point.vector), ...(point.terms.length === 0 ? {} : { [TERMS]: termVector(point) }) },
    payload: { ...common, passage: point.passage, terms: [...point.terms], [BRIEF]: brief(memory, point) },
  }));
}

/** What searches filter by. A memory that never expires has no such field. */
function filtered({ type, tags, attributes, createdAt, occurredAt, expiresAt }: IndexedMemory): Point['payload'] {
  const times = { created_at: createdAt.toISOString(), occurred_at: occurredAt.toISOString() };
  return { type, tags, attributes, ...times, ...(expiresAt === null ? {} : { expires_at: expiresAt.toISOString() }) };
}

function brief({ version, points }: IndexedMemory, { passage, start, end, terms }: IndexedPoint): string {
  return writeBrief({ version, passage, passages: points.length, start, end }, terms);
}

export function toPlaced({ id, payload }: Pick<FoundPoint, 'id' | 'payload'>): Placed {
  const read = readBrief(payload?.[BRIEF] as string | undefined);
  return { memoryId: memoryIdOf(String(id), read.passage), ...read };
}

/** A point with what its terms weigh: a search looks at some 200 and keeps the terms of none. */
export function toWeighed({ id, payload }: FoundPoint, weights: ReadonlyMap<number, number>): Weighed {
  const read = weighBrief(payload?.[BRIEF] as string | undefined, weights);
  const { version, passage, passages, start, end, weight } = read;
  return { memoryId: memoryIdOf(String(id), passage), version, passage, passages, start, end, weight };
}

/** Which of these terms the points hold: of a lookup's hundreds of points nothing else is wanted. */
export function termsHeld(points: readonly FoundPoint[], asked: ReadonlySet<number>): ReadonlySet<number> {
  const held = new Set<number>();
  for (const { payload } of points) collectTerms(payload?.[BRIEF] as string | undefined, asked, held);
  return held;
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

/** Where the version digit of a UUID stands. */
const VERSION = 14;

/**
 * The id of a passage, 0 to 15: the memory's id with the passage in its version digit, the only four bits of a UUID that
 * are the same in all of them. So different passages never share an id, and passage 0, the head, has the memory's own.
 */
function pointId(memoryId: string, passage: number): string {
  return toggled(memoryId, passage);
}

/** The other way round: the same digit is changed back. */
function memoryIdOf(pointId: string, passage: number): string {
  return passage === 0 ? pointId : toggled(pointId, passage);
}

function toggled(id: string, passage: number): string {
  const digit = (parseInt(id.charAt(VERSION), 16) ^ passage).toString(16);
  return id.slice(0, VERSION) + digit + id.slice(VERSION + 1);
}
