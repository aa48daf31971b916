/** Rows of a block. */
export const BLOCK = 16;

/**
 * Vectors in blocks of sixteen: of a block first the first numbers of all its rows, then the second ones, and so on, so
 * that sixteen are compared side by side. Grows with its rows.
 */
export class VectorBlocks {
  private numbers = new Float32Array(0);

  constructor(private readonly dimensions: number) {}

  get bytes(): number {
    return this.numbers.byteLength;
  }

  /** Rows may be set in any order; a block holds zeros where none was. */
  set(row: number, vector: Float32Array): void {
    this.makeRoom(row);
    const from = this.startOf(row);
    for (let i = 0; i < this.dimensions; i++) this.numbers[from + i * BLOCK] = vector[i] ?? 0;
  }

  vector(row: number): Float32Array {
    const from = this.startOf(row);
    return Float32Array.from({ length: this.dimensions }, (_, i) => this.numbers[from + i * BLOCK] ?? 0);
  }

  /** The blocks that hold the first `rows` rows. */
  first(rows: number): Float32Array {
    return this.numbers.subarray(0, Math.ceil(rows / BLOCK) * BLOCK * this.dimensions);
  }

  private startOf(row: number): number {
    const place = row % BLOCK;
    return (row - place) * this.dimensions + place;
  }

  private makeRoom(row: number): void {
    const wanted = (Math.floor(row / BLOCK) + 1) * BLOCK * this.dimensions;
    if (wanted <= this.numbers.length) return;
    const larger = new Float32Array(Math.max(wanted, 2 * this.numbers.length));
    larger.set(this.numbers);
    this.numbers = larger;
  }
}
