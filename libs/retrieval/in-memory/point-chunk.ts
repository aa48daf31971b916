import type { PackedPoint } from './packed-points.js';
import { TermPostings } from './term-postings.js';
import type { TermWeights } from './term-weights.js';
import { VectorBlocks } from './vector-blocks.js';

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
  readonly type: string;
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
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
  private terms = new Int32Array(MIN_ROWS);
  /** Where the terms of each row end. */
  private termEnds = new Int32Array(MIN_ROWS);
  private postings: TermPostings | undefined;

  /** @param number of the chunk in its table */
  constructor(
    readonly number: number,
    dimensions: number,
  ) {
    this.vectors = new VectorBlocks(dimensions);
  }

  get bytes(): number {
    const { vectors, heads, places, terms, termEnds } = this;
    const packed = [heads, places, terms, termEnds].reduce((sum, { byteLength }) => sum + byteLength, 0);
    return vectors.bytes + packed + POSTING_BYTES * this.termStart(this.rows);
  }

  /** The vectors of all rows, of those of removed memories too, as `InnerProducts` takes them. */
  get blocks(): Float32Array {
    return this.vectors.first(this.rows);
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
    const [passage = 0, start = 0, end = 0] = this.places.subarray(row * 3, row * 3 + 3);
    return { passage, start, end };
  }

  vector(row: number): Float32Array {
    return this.vectors.vector(row);
  }

  termsOf(row: number): Int32Array {
    return this.terms.subarray(this.termStart(row), this.termEnds[row]);
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
    return weights.sum(this.terms, this.termStart(row), this.termEnds[row] ?? 0);
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
    return (this.postings ??= new TermPostings(this.terms, this.termEnds.subarray(0, this.rows)));
  }

  private addRow({ passage, start, end, terms, vector }: PackedPoint, head: number): void {
    const row = this.rows++;
    this.heads = roomy(this.heads, this.rows);
    this.places = roomy(this.places, this.rows * 3);
    this.termEnds = roomy(this.termEnds, this.rows);
    const first = this.termStart(row);
    this.terms = roomy(this.terms, first + terms.length);
    this.vectors.set(row, vector);
    this.heads[row] = head;
    this.places.set([passage, start, end], row * 3);
    this.terms.set(terms, first);
    this.termEnds[row] = first + terms.length;
  }

  private termStart(row: number): number {
    return row === 0 ? 0 : (this.termEnds[row - 1] ?? 0);
  }
}

/** The array, or a copy of at least twice its length where it is too short. */
function roomy<T extends Int16Array | Int32Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
