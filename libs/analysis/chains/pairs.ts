import { dot, dots } from './dot-product.js';
import type { Overlap } from './overlap.js';

/** Weights of the tags, names and words that each memory of the field shares with one. */
export interface Shared {
  readonly tags: Float64Array;
  readonly entities: Float64Array;
  readonly words: Float64Array;
}

/** What memories of a field have in common, two by two; made when it is first asked for, and kept. */
export class Pairs {
  /** Cosines by place and place, NaN where nobody asked yet. */
  private readonly rows: Float64Array[] = [];
  private readonly sharedBy: Shared[] = [];

  constructor(
    private readonly vectors: readonly Float32Array[],
    private readonly overlaps: Readonly<Record<keyof Shared, Overlap>>,
  ) {}

  cosine(a: number, b: number): number {
    const known = this.rows[a]?.[b] ?? NaN;
    return Number.isNaN(known) ? dot(this.vectorOf(a), this.vectorOf(b)) : known;
  }

  /** Makes the cosines of one memory with these at once, which takes a fraction of the time that one after the other does. */
  compare(place: number, others: readonly number[]): void {
    const row = this.rowOf(place);
    const unknown = others.filter((other) => Number.isNaN(row[other]));
    const cosines = dots(
      this.vectorOf(place),
      unknown.map((other) => this.vectorOf(other)),
    );
    unknown.forEach((other, i) => {
      row[other] = cosines[i] ?? 0;
      const mirrored = this.rows[other];
      if (mirrored) mirrored[place] = cosines[i] ?? 0;
    });
  }

  shared(place: number): Shared {
    return (this.sharedBy[place] ??= this.sharedWith(place));
  }

  private sharedWith(place: number): Shared {
    const { tags, entities, words } = this.overlaps;
    const of = (overlap: Overlap): Float64Array => overlap.with(overlap.held(place));
    return { tags: of(tags), entities: of(entities), words: of(words) };
  }

  private rowOf(place: number): Float64Array {
    return (this.rows[place] ??= new Float64Array(this.vectors.length).fill(NaN));
  }

  private vectorOf(place: number): Float32Array {
    return this.vectors[place] ?? new Float32Array();
  }
}
