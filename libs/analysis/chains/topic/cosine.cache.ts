/** So many vectors, and rows of cosines with them, begin anew: about 20 MB of numbers at most. */
const MAX_VECTORS = 2_048;
const MAX_ROWS = 1_024;

/** What has been compared since all was forgotten. */
class Memory {
  readonly slots = new WeakMap<Float32Array, number>();
  /** By slot and slot, NaN if not computed yet. */
  readonly rows: (Float64Array | undefined)[] = [];
  vectors = 0;
  compared = 0;
}

let memory = new Memory();

/**
 * Cosines of vectors that have been compared before, the vectors identified by their objects, and here by their places: both
 * looks at a topic compare the same memories, and the next topic of a tenant many of them again.
 */
export class CosineCache {
  private readonly memory: Memory;
  private readonly slots: readonly number[];

  constructor(vectors: readonly Float32Array[]) {
    if (memory.vectors + vectors.length > MAX_VECTORS || memory.compared >= MAX_ROWS) memory = new Memory();
    const { slots } = (this.memory = memory);
    this.slots = vectors.map((vector) => {
      const slot = slots.get(vector) ?? memory.vectors++;
      slots.set(vector, slot);
      return slot;
    });
  }

  /** Of one with all, in their order; NaN where they have not been compared. */
  of(place: number): Float64Array {
    const row = new Float64Array(this.slots.length).fill(NaN);
    const known = this.memory.rows[this.slots[place] ?? 0];
    if (known !== undefined) for (let i = 0; i < row.length; i++) row[i] = known[this.slots[i] ?? 0] ?? NaN;
    return row;
  }

  /** Remembers cosines of one with others, in the order of the others' places. */
  keep(place: number, others: readonly number[], cosines: Float64Array): void {
    if (others.length === 0) return;
    const row = (this.memory.rows[this.slots[place] ?? 0] ??= this.newRow());
    others.forEach((other, i) => (row[this.slots[other] ?? 0] = cosines[i] ?? NaN));
  }

  private newRow(): Float64Array {
    this.memory.compared++;
    return new Float64Array(MAX_VECTORS).fill(NaN);
  }
}
