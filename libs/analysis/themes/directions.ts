/** Rows that are worked on together. */
export const TOGETHER = 4;

/** Vectors of length one, row after row in one array; a row of zeros is a direction that is not known. */
export class Directions {
  readonly rows: Float32Array;

  constructor(
    readonly size: number,
    readonly dimensions: number,
  ) {
    // Whole groups: code that once read behind the end of an array stays slow.
    this.rows = new Float32Array(paddedSize(size) * dimensions);
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

  /**
   * Products of one row and all of others, or the first so many of them: cosines, as rows have length one. Four at a
   * time: each sum waits for its last addition, and meanwhile the processor goes on with the others.
   */
  products(row: number, others: Directions, size = others.size): Float32Array {
    const { rows, dimensions } = this;
    const from = row * dimensions;
    const products = new Float32Array(paddedSize(size));
    for (let other = 0; other < size; other += TOGETHER) {
      const at = other * dimensions;
      const [b, c, d] = [at + dimensions, at + 2 * dimensions, at + 3 * dimensions];
      let [first, second, third, fourth] = [0, 0, 0, 0];
      for (let index = 0; index < dimensions; index += 1) {
        const value = rows[from + index] ?? 0;
        first += value * (others.rows[at + index] ?? 0);
        second += value * (others.rows[b + index] ?? 0);
        third += value * (others.rows[c + index] ?? 0);
        fourth += value * (others.rows[d + index] ?? 0);
      }
      products[other] = first;
      products[other + 1] = second;
      products[other + 2] = third;
      products[other + 3] = fourth;
    }
    return products.subarray(0, size);
  }
}

function paddedSize(size: number): number {
  return Math.ceil(size / TOGETHER) * TOGETHER;
}
