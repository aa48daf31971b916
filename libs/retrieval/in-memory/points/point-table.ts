import type { PackedPoint } from '../../vector-index/packed-point.js';
import { PointChunk, type StoredMemory } from './point-chunk.js';
import type { VectorArena } from '../vectors/vector-arena.js';

/** What the objects and strings of a memory take, about. */
const MEMORY_BYTES = 450;
/** How many rows of replaced or removed memories may remain before all are packed again. */
const TOLERATED_ROWS = 1_024;

/** The points of one tenant in one model's index, in memory. */
export class PointTable {
  points = 0;
  chunks: PointChunk[] = [];
  private memories = new Map<string, StoredMemory>();
  /** Most memories share their type and tags with others. */
  private shared = new Map<string, Pick<StoredMemory, 'type' | 'tags'>>();
  private deadRows = 0;

  constructor(private readonly arena: VectorArena) {}

  get bytes(): number {
    const packed = this.chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
    return packed + MEMORY_BYTES * this.memories.size;
  }

  get(id: string): StoredMemory | undefined {
    return this.memories.get(id);
  }

  /** All points of a memory that is not there. */
  add(points: readonly [PackedPoint, ...PackedPoint[]]): void {
    const [{ memoryId: id, version, createdAt, occurredAt, expiresAt, type, tags }] = points;
    const chunk = this.chunkFor(points.length);
    const times = { createdAt, occurredAt, expiresAt };
    const memory = { id, version, ...this.share(type, tags), ...times, chunk, row: chunk.rows, rows: points.length };
    chunk.add(memory, points);
    this.memories.set(id, memory);
    this.points += points.length;
  }

  remove(id: string): void {
    const memory = this.memories.get(id);
    if (memory === undefined) return;
    this.memories.delete(id);
    memory.chunk.remove(memory);
    this.points -= memory.rows;
    this.deadRows += memory.rows;
  }

  /** Packs again if much has been removed. */
  tidy(): void {
    if (this.deadRows <= TOLERATED_ROWS || this.deadRows <= this.points / 2) return;
    const packed = new PointTable(this.arena);
    for (const memory of this.memories.values()) packed.add(pointsOf(memory));
    this.release();
    [this.chunks, this.memories, this.shared] = [packed.chunks, packed.memories, packed.shared];
    this.deadRows = 0;
  }

  /** Gives the memory of the vectors back; nothing can be asked of it then. */
  release(): void {
    for (const chunk of this.chunks) chunk.release();
  }

  private chunkFor(points: number): PointChunk {
    const last = this.chunks.at(-1);
    if (last?.hasRoom(points) === true) return last;
    const chunk = new PointChunk(this.chunks.length, this.arena);
    this.chunks.push(chunk);
    return chunk;
  }

  private share(type: string, tags: readonly string[]): Pick<StoredMemory, 'type' | 'tags'> {
    const key = JSON.stringify([type, ...tags]);
    const known = this.shared.get(key) ?? { type, tags };
    this.shared.set(key, known);
    return known;
  }
}

function pointsOf({ id, chunk, row, rows, ...rest }: StoredMemory): [PackedPoint, ...PackedPoint[]] {
  const points = Array.from({ length: rows }, (_, i) => ({
    ...rest,
    memoryId: id,
    ...chunk.place(row + i),
    attributes: chunk.attributesOf(row),
    terms: chunk.termsOf(row + i),
    vector: chunk.vector(row + i),
  }));
  return points as [PackedPoint, ...PackedPoint[]];
}
