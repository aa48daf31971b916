import type { PackedPoint } from './packed-points.js';
import type { TermWeights } from './term-weights.js';

/** A megabyte of vectors of 256 numbers. */
const MOST_ROWS = 1_024;
const FEWEST_ROWS = 16;
/** As many rows are compared in one go: the sums of one row must wait for each other, those of several need not. */
const LANES = 4;

/** Where a passage lies in the content. */
export interface Place {
  readonly passage: number;
  readonly start: number;
  readonly end: number;
}

/** Up to 1,024 points, packed. Grows with its rows, so that a small tenant takes little. */
export class PointChunk {
  rows = 0;
  private vectors: Float32Array;
  /** passage, start, end of each row */
  private places: Int32Array;
  private terms: Int32Array = new Int32Array(FEWEST_ROWS);
  /** Where the terms of each row end. */
  private termEnds: Int32Array;

  /** @param number of the chunk in its table */
  constructor(
    readonly number: number,
    private readonly dimensions: number,
  ) {
    this.vectors = new Float32Array(FEWEST_ROWS * dimensions);
    this.places = new Int32Array(FEWEST_ROWS * 3);
    this.termEnds = new Int32Array(FEWEST_ROWS);
  }

  get bytes(): number {
    return 4 * (this.vectors.length + this.places.length + this.terms.length + this.termEnds.length);
  }

  hasRoom(points: number): boolean {
    return this.rows + points <= MOST_ROWS;
  }

  add({ passage, start, end, terms, vector }: PackedPoint): void {
    const row = this.rows++;
    this.vectors = roomy(this.vectors, this.rows * this.dimensions);
    this.places = roomy(this.places, this.rows * 3);
    this.termEnds = roomy(this.termEnds, this.rows);
    const first = this.termStart(row);
    this.terms = roomy(this.terms, first + terms.length);
    this.vectors.set(vector, row * this.dimensions);
    this.places.set([passage, start, end], row * 3);
    this.terms.set(terms, first);
    this.termEnds[row] = first + terms.length;
  }

  place(row: number): Place {
    const [passage = 0, start = 0, end = 0] = this.places.subarray(row * 3, row * 3 + 3);
    return { passage, start, end };
  }

  vector(row: number): Float32Array {
    return this.vectors.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  termsOf(row: number): Int32Array {
    return this.terms.subarray(this.termStart(row), this.termEnds[row]);
  }

  /** Counts each row that holds a term, where `ordinals` says: 1 is the first. */
  count(row: number, ordinals: TermWeights, counts: Uint32Array): void {
    const end = this.termEnds[row] ?? 0;
    for (let at = this.termStart(row); at < end; at++) {
      const ordinal = ordinals.of(this.terms[at] ?? 0);
      if (ordinal > 0) counts[ordinal - 1] = (counts[ordinal - 1] ?? 0) + 1;
    }
  }

  /**
   * The inner product of each row with the vector, in single precision and number after number, which is how the
   * embedded database adds: the same bits, whoever answers.
   */
  cosines(vector: Float32Array): Float32Array {
    const cosines = new Float32Array(Math.ceil(this.rows / LANES) * LANES);
    for (let row = 0; row < this.rows; row += LANES) this.compare(vector, row, cosines);
    return cosines;
  }

  /** How much weight of the terms each row holds. */
  covered(weights: TermWeights): Float64Array {
    const { rows, terms, termEnds } = this;
    const covered = new Float64Array(rows);
    for (let row = 0, from = 0; row < rows; row++) {
      const to = termEnds[row] ?? 0;
      covered[row] = weights.sum(terms, from, to);
      from = to;
    }
    return covered;
  }

  coveredBy(row: number, weights: TermWeights): number {
    return weights.sum(this.terms, this.termStart(row), this.termEnds[row] ?? 0);
  }

  private termStart(row: number): number {
    return row === 0 ? 0 : (this.termEnds[row - 1] ?? 0);
  }

  private compare(vector: Float32Array, row: number, into: Float32Array): void {
    const { fround } = Math;
    const { vectors } = this;
    const a = row * this.dimensions;
    const b = a + this.dimensions;
    const c = b + this.dimensions;
    const d = c + this.dimensions;
    let [first, second, third, fourth] = [fround(0), fround(0), fround(0), fround(0)];
    for (let i = 0; i < vector.length; i++) {
      const number = vector[i] ?? 0;
      first = fround(first + fround((vectors[a + i] ?? 0) * number));
      second = fround(second + fround((vectors[b + i] ?? 0) * number));
      third = fround(third + fround((vectors[c + i] ?? 0) * number));
      fourth = fround(fourth + fround((vectors[d + i] ?? 0) * number));
    }
    into[row] = first;
    into[row + 1] = second;
    into[row + 2] = third;
    into[row + 3] = fourth;
  }
}

/** The array, or a copy of at least twice its length where it is too short. */
function roomy<T extends Float32Array | Int32Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}
