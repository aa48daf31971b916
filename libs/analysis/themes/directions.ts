/** Vectors of length one, row after row in one array; a row of zeros is a direction that is not known. */
export class Directions {
  readonly rows: Float32Array;

  constructor(
    readonly size: number,
    readonly dimensions: number,
  ) {
    this.rows = new Float32Array(size * dimensions);
  }

  /** Writes one row, brought to length one. */
  set(row: number, values: ArrayLike<number>): void {
    const at = row * this.dimensions;
    let square = 0;
    for (let index = 0; index < this.dimensions; index += 1) square += (values[index] ?? 0) ** 2;
    const scale = square === 0 ? 0 : 1 / Math.sqrt(square);
    for (let index = 0; index < this.dimensions; index += 1) this.rows[at + index] = (values[index] ?? 0) * scale;
  }

  row(row: number): Float32Array {
    return this.rows.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  /** Cosine of one row and a vector of any length. */
  cosineTo(row: number, values: ArrayLike<number>): number {
    const at = row * this.dimensions;
    let sum = 0;
    let square = 0;
    for (let index = 0; index < this.dimensions; index += 1) {
      const value = values[index] ?? 0;
      sum += (this.rows[at + index] ?? 0) * value;
      square += value * value;
    }
    return square === 0 ? 0 : sum / Math.sqrt(square);
  }

  /** Cosines of one row and all of others. */
  cosines(row: number, others: Directions): Float32Array {
    const cosines = new Float32Array(others.size);
    for (let other = 0; other < others.size; other += 1) cosines[other] = this.cosine(row, others, other);
    return cosines;
  }

  /** Cosine of one row and one of others. */
  cosine(row: number, others: Directions, other: number): number {
    const [a, b, from, to] = [this.rows, others.rows, row * this.dimensions, other * this.dimensions];
    let sum = 0;
    for (let index = 0; index < this.dimensions; index += 1) sum += (a[from + index] ?? 0) * (b[to + index] ?? 0);
    return sum;
  }
}
