import { BLOCK } from './inner-products.js';
import type { Slab, VectorArena } from './vector-arena.js';

/**
 * Vectors in blocks of sixteen: of a block first the first numbers of all its rows, then the second ones, and so on, so
 * that sixteen are compared side by side. Grows with its rows.
 */
export class VectorBlocks {
  private slab: Slab | undefined;

  constructor(private readonly arena: VectorArena) {}

  get bytes(): number {
    return this.arena.bytesOf(this.slab?.blocks ?? 0);
  }

  /** Rows may be set in any order; a block holds zeros where none was. */
  set(row: number, vector: Float32Array): void {
    const numbers = this.arena.view(this.roomFor(row));
    const from = this.startOf(row);
    for (let i = 0; i < this.arena.dimensions; i++) numbers[from + i * BLOCK] = vector[i] ?? 0;
  }

  vector(row: number): Float32Array {
    const numbers = this.slab === undefined ? [] : this.arena.view(this.slab);
    const from = this.startOf(row);
    return Float32Array.from({ length: this.arena.dimensions }, (_, i) => numbers[from + i * BLOCK] ?? 0);
  }

  /** Inner products of each query with the first `rows` rows, and some more. @returns by query and row */
  compare(rows: number, queries: readonly Float32Array[]): Float32Array[] {
    if (this.slab === undefined) return queries.map(() => new Float32Array(0));
    return this.arena.compare(this.slab, Math.ceil(rows / BLOCK), queries);
  }

  /** Gives its memory back: to be called before it is dropped. */
  release(): void {
    if (this.slab !== undefined) this.arena.giveBack(this.slab);
    this.slab = undefined;
  }

  private startOf(row: number): number {
    const place = row % BLOCK;
    return (row - place) * this.arena.dimensions + place;
  }

  private roomFor(row: number): Slab {
    const wanted = Math.floor(row / BLOCK) + 1;
    const { slab, arena } = this;
    if (slab !== undefined && wanted <= slab.blocks) return slab;
    const larger = arena.take(wanted);
    if (slab !== undefined) {
      arena.view(larger).set(arena.view(slab));
      arena.giveBack(slab);
    }
    this.slab = larger;
    return larger;
  }
}
