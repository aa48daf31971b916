import type { VectorHit } from '../vector-index/vector-query.js';
import { type PackedPoint, PackedPoints } from './packed-points.js';
import { type PointQuery, searchPoints } from './point-search.js';
import { PointTable } from './point-table.js';

/** By a number that is used once: what is late for a table that was let go finds none. */
const tables = new Map<number, PointTable>();

/** How large a table is now. */
export interface TableSize {
  readonly points: number;
  readonly bytes: number;
}

/** A page of points that was added. */
export interface AddedPage extends TableSize {
  /** The last memory of which all points are there; undefined where there are no more. */
  readonly last: string | undefined;
}

/** Vectors one behind the other, and whose they are. */
export interface PackedVectors {
  readonly memoryIds: readonly string[];
  readonly numbers: Float32Array;
}

/** Every task answers undefined where there is no such table: it was let go, or the thread is a new one. */
export function open({ table, dimensions }: { table: number; dimensions: number }): void {
  tables.set(table, new PointTable(dimensions));
}

export function close({ table }: { table: number }): void {
  tables.delete(table);
}

/** Adds the points of memories that are not there, `limit` points at most: of the last memory some may be missing. */
export function add(task: { table: number; points: Uint8Array; limit: number }): AddedPage | undefined {
  const table = tables.get(task.table);
  if (table === undefined) return undefined;
  const memories = memoriesIn(task.points);
  const read = memories.reduce((sum, { length }) => sum + length, 0);
  if (read >= task.limit) memories.pop();
  for (const points of memories) table.add(points);
  const last = read < task.limit ? undefined : memories.at(-1)?.[0].memoryId;
  return { points: table.points, bytes: table.bytes, last };
}

/** Replaces all points of these memories by the given ones; a memory without any is gone. */
export function replace(task: {
  table: number;
  memoryIds: readonly string[];
  points: Uint8Array;
}): TableSize | undefined {
  const table = tables.get(task.table);
  if (table === undefined) return undefined;
  for (const id of task.memoryIds) table.remove(id);
  for (const points of memoriesIn(task.points)) table.add(points);
  table.tidy();
  return { points: table.points, bytes: table.bytes };
}

/** By query. */
export function search(task: { table: number; queries: readonly PointQuery[] }): VectorHit[][] | undefined {
  const table = tables.get(task.table);
  return table === undefined ? undefined : searchPoints(table, task.queries);
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

/** Points of one memory after the other. */
function memoriesIn({ buffer, byteOffset, byteLength }: Uint8Array): [PackedPoint, ...PackedPoint[]][] {
  const memories: [PackedPoint, ...PackedPoint[]][] = [];
  for (const point of new PackedPoints(Buffer.from(buffer, byteOffset, byteLength)).read()) {
    const last = memories.at(-1);
    if (last?.[0].memoryId === point.memoryId) last.push(point);
    else memories.push([point]);
  }
  return memories;
}

/** How many points hold each of the terms; without those that none holds. */
export function countTerms(table: PointTable, terms: readonly number[]): Map<number, number> {
  const counts = terms.map((term) => [term, table.chunks.reduce((sum, chunk) => sum + chunk.count(term), 0)] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}
