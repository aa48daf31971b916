import type { Packing } from '../vector-index/point-source.js';
import { type PackedHits, packHits } from './points/packed-hits.js';
import { type PointQuery, searchPoints } from './points/point-search.js';
import { PointTable } from './points/point-table.js';
import { VectorArena } from './vectors/vector-arena.js';
import { type PackedPage, readPage, readPoints } from './points/read-points.js';

/** By a number that is used once: what is late for a table that was let go finds none. */
const tables = new Map<number, PointTable>();
/** By the length of the vectors: one a model. */
const arenas = new Map<number, VectorArena>();

/** How large a table is now. */
export interface TableSize {
  readonly points: number;
  readonly bytes: number;
}

/** Points as a store packs them. */
export interface PackedBytes {
  readonly packing: Packing;
  readonly bytes: Uint8Array;
}

/** A page of points that was added. */
export interface AddedPage extends TableSize, Pick<PackedPage, 'divided' | 'last'> {}

/** What was read again. */
export interface ReplacedPoints extends TableSize {
  /** Memories that are there, and the version of each. */
  readonly versions: readonly (readonly [string, number])[];
  /** Whether any of the memories was there or is now. */
  readonly changed: boolean;
}

/** Vectors one behind the other, and whose they are. */
export interface PackedVectors {
  readonly memoryIds: readonly string[];
  readonly numbers: Float32Array;
}

/** Every task answers undefined where there is no such table: it was let go, or the thread is a new one. */
export function open({ table, dimensions }: { table: number; dimensions: number }): void {
  const arena = arenas.get(dimensions) ?? new VectorArena(dimensions);
  arenas.set(dimensions, arena);
  tables.set(table, new PointTable(arena));
}

export function close({ table }: { table: number }): void {
  tables.get(table)?.release();
  tables.delete(table);
}

/** Adds the points of memories that are not there, `limit` points at most. */
export function add(task: { table: number; page: PackedBytes; limit: number }): AddedPage | undefined {
  const table = tables.get(task.table);
  if (table === undefined) return undefined;
  const { memories, divided, last } = readPage(task.page.packing, task.page.bytes, task.limit);
  for (const points of memories) table.add(points);
  return { points: table.points, bytes: table.bytes, divided, last };
}

/** Replaces all points of these memories by the given ones; a memory without any is gone. */
export function replace(task: {
  table: number;
  memoryIds: readonly string[];
  found: PackedBytes;
}): ReplacedPoints | undefined {
  const table = tables.get(task.table);
  if (table === undefined) return undefined;
  const memories = readPoints(task.found.packing, task.found.bytes);
  const changed = memories.length > 0 || task.memoryIds.some((id) => table.get(id) !== undefined);
  for (const id of task.memoryIds) table.remove(id);
  for (const points of memories) table.add(points);
  table.tidy();
  const versions = memories.map(([{ memoryId, version }]) => [memoryId, version] as const);
  return { points: table.points, bytes: table.bytes, versions, changed };
}

/** By query. */
export function search(task: { table: number; queries: readonly PointQuery[] }): PackedHits[] | undefined {
  const table = tables.get(task.table);
  return table === undefined ? undefined : searchPoints(table, task.queries).map(packHits);
}

export function count(task: { table: number; terms: readonly number[] }): Map<number, number> | undefined {
  const table = tables.get(task.table);
  return table === undefined ? undefined : countTerms(table, task.terms);
}

export function vectors(task: { table: number; memoryIds: readonly string[] }): PackedVectors | undefined {
  const table = tables.get(task.table);
  if (table === undefined) return undefined;
  const memories = [...new Set(task.memoryIds)].flatMap((id) => table.get(id) ?? []);
  const found = memories.flatMap(({ id, chunk, row, rows }) =>
    Array.from({ length: rows }, (_, i) => ({ id, vector: chunk.vector(row + i) })),
  );
  const numbers = new Float32Array(found.reduce((sum, { vector }) => sum + vector.length, 0));
  let at = 0;
  for (const { vector } of found) {
    numbers.set(vector, at);
    at += vector.length;
  }
  return { memoryIds: found.map(({ id }) => id), numbers };
}

/** How many points hold each of the terms; without those that none holds. */
export function countTerms(table: PointTable, terms: readonly number[]): Map<number, number> {
  const counts = terms.map((term) => [term, table.chunks.reduce((sum, chunk) => sum + chunk.count(term), 0)] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}
