import type { PackedPoint } from '../../vector-index/packed-point.js';
import { TermPostings } from './term-postings.js';
import type { TermWeights } from './term-weights.js';
import type { VectorArena } from '../vectors/vector-arena.js';
import { VectorBlocks } from '../vectors/vector-blocks.js';

/** A megabyte of vectors of 256 numbers. */
const MAX_ROWS = 1_024;
const MIN_ROWS = 16;
/** The head of a row whose memory was removed. */
const DEAD = -1;
/** Of a term, once it has been looked for. */
const POSTING_BYTES = 8;

/** Where a passage lies in the content. */
export interface Place {
  readonly passage: number;
  readonly start: number;
  readonly end: number;
}

/** A memory and where its points are: consecutive rows of one chunk. */
export interface StoredMemory {
  readonly id: string;
  readonly version: number;
  readonly type: string;
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** NaN where it is not known. */
  readonly occurredAt: number;
  /** Infinity: never. */
  readonly expiresAt: number;
  readonly chunk: PointChunk;
  readonly row: number;
  readonly rows: number;
}

/** Up to 1,024 points, packed. Grows with its rows, so that a small tenant takes little. */
export class PointChunk {
  rows = 0;
  private readonly vectors: VectorBlocks;
  /** By the row that they begin with. */
  private readonly memories: (StoredMemory | undefined)[] = [];
  /** With which row the memory of each row begins. */
  private heads = new Int16Array(MIN_ROWS);
  /** passage, start, end of each row */
  private places = new Int32Array(MIN_ROWS * 3);
  private readonly terms = new RowLists<Int32Array>(new Int32Array(MIN_ROWS));
  /** Only the first row of a memory has any. */
  private readonly attributes = new RowLists<Float64Array>(new Float64Array(0));
  private postings: TermPostings | undefined;

  /** @param number of the chunk in its table */
  constructor(
    readonly number: number,
    arena: VectorArena,
  ) {
    this.vectors = new VectorBlocks(arena);
  }

  get bytes(): number {
    const { vectors, heads, places, terms, attributes } = this;
    const packed = [heads, places, terms, attributes].reduce((sum, { byteLength }) => sum + byteLength, 0);
    return vectors.bytes + packed + POSTING_BYTES * terms.start(this.rows);
  }

  /** The inner products of each query with all rows, those of removed memories too. @returns by query and row */
  compare(queries: readonly Float32Array[]): Float32Array[] {
    return this.vectors.compare(this.rows, queries);
  }

  /** Gives the memory of the vectors back; nothing can be asked of it then. */
  release(): void {
    this.vectors.release();
  }

  hasRoom(points: number): boolean {
    return this.rows + points <= MAX_ROWS;
  }

  /** @param memory that begins with the next row */
  add(memory: StoredMemory, points: readonly PackedPoint[]): void {
    this.memories[memory.row] = memory;
    for (const point of points) this.addRow(point, memory.row);
    this.postings = undefined;
  }

  remove({ row, rows }: StoredMemory): void {
    this.memories[row] = undefined;
    this.heads.fill(DEAD, row, row + rows);
  }

  place(row: number): Place {
    const { places } = this;
    const at = row * 3;
    return { passage: places[at] ?? 0, start: places[at + 1] ?? 0, end: places[at + 2] ?? 0 };
  }

  vector(row: number): Float32Array {
    return this.vectors.vector(row);
  }

  termsOf(row: number): Int32Array {
    return this.terms.of(row);
  }

  /** Of the memory that begins with the row. */
  attributesOf(row: number): Float64Array {
    return this.attributes.of(row);
  }

  /** Whether the memory that begins with the row has one of these attributes. */
  hasAny(row: number, wanted: readonly number[]): boolean {
    const { attributes } = this;
    const end = attributes.end(row);
    for (let at = attributes.start(row); at < end; at++) {
      if (wanted.includes(attributes.numbers[at] ?? NaN)) return true;
    }
    return false;
  }

  /** How many rows hold the term. */
  count(term: number): number {
    let count = 0;
    this.posted.forEach(term, (row) => {
      if (this.heads[row] !== DEAD) count++;
    });
    return count;
  }

  /** How much weight of the terms each row holds. */
  covered(terms: readonly { readonly term: number; readonly weight: number }[]): Float64Array {
    const covered = new Float64Array(this.rows);
    for (const { term, weight } of terms) {
      this.posted.forEach(term, (row) => (covered[row] = (covered[row] ?? 0) + weight));
    }
    return covered;
  }

  coveredBy(row: number, weights: TermWeights): number {
    return weights.sum(this.terms.numbers, this.terms.start(row), this.terms.end(row));
  }

  /**
   * Calls back for each memory whose highest number is at least so high.
   * @param numbers by row
   * @param floor asked again for each memory
   */
  forEachFrom(
    floor: () => number,
    numbers: Float32Array | Float64Array,
    use: (highest: number, memory: StoredMemory) => void,
  ): void {
    const { heads, memories, rows } = this;
    for (let row = 0; row < rows;) {
      const head = row;
      let highest = numbers[row++] ?? 0;
      if (heads[head] === DEAD) continue;
      for (; row < rows && heads[row] === head; row++) highest = Math.max(highest, numbers[row] ?? 0);
      const memory = highest < floor() ? undefined : memories[head];
      if (memory !== undefined) use(highest, memory);
    }
  }

  private get posted(): TermPostings {
    return (this.postings ??= new TermPostings(this.terms.numbers, this.terms.ends.subarray(0, this.rows)));
  }

  private addRow({ passage, start, end, terms, attributes, vector }: PackedPoint, head: number): void {
    const row = this.rows++;
    this.heads = roomy(this.heads, this.rows);
    this.places = roomy(this.places, this.rows * 3);
    this.vectors.set(row, vector);
    this.heads[row] = head;
    this.places.set([passage, start, end], row * 3);
    this.terms.append(row, terms);
    this.attributes.append(row, row === head ? attributes : attributes.subarray(0, 0));
  }
}

/** As many numbers as each row has, one row's behind the other's. */
class RowLists<T extends Int32Array | Float64Array> {
  /** Where those of each row end. */
  ends = new Int32Array(MIN_ROWS);

  constructor(public numbers: T) {}

  get byteLength(): number {
    return this.numbers.byteLength + this.ends.byteLength;
  }

  start(row: number): number {
    return row === 0 ? 0 : (this.ends[row - 1] ?? 0);
  }

  end(row: number): number {
    return this.ends[row] ?? 0;
  }

  of(row: number): T {
    return this.numbers.subarray(this.start(row), this.end(row)) as T;
  }

  /** @param row the one behind the last */
  append(row: number, added: T): void {
    const first = this.start(row);
    this.numbers = roomy(this.numbers, first + added.length);
    this.ends = roomy(this.ends, row + 1);
    this.numbers.set(added, first);
    this.ends[row] = first + added.length;
  }
}

/** The array, or a copy of at least twice its length where it is too short. */
function roomy<T extends Int16Array | Int32Array | Float64Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
