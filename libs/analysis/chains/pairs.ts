import { dots } from './dot-product.js';
import type { Overlap } from './overlap.js';

/** Weights of the tags, names and words that each memory of the field shares with one. */
export interface Shared {
  readonly tags: Float64Array;
  readonly entities: Float64Array;
  readonly words: Float64Array;
}

/** What each memory of a field has in common with one of them; made when it is first asked for, and kept. */
export class Pairs {
  private readonly cosinesOf: (Float64Array | undefined)[] = [];
  private readonly sharedBy: (Shared | undefined)[] = [];

  constructor(
    private readonly vectors: readonly Float32Array[],
    private readonly overlaps: Readonly<Record<keyof Shared, Overlap>>,
  ) {}

  cosines(place: number): Float64Array {
    return (this.cosinesOf[place] ??= dots(this.vectors[place] ?? new Float32Array(), this.vectors));
  }

  /** The cosine of two; places that are not of the field have nothing in common. */
  cosine(a: number, b: number): number {
    return this.cosinesOf[b]?.[a] ?? this.cosines(a)[b] ?? 0;
  }

  shared(place: number): Shared {
    return (this.sharedBy[place] ??= this.sharedWith(place));
  }

  private sharedWith(place: number): Shared {
    const { tags, entities, words } = this.overlaps;
    const of = (overlap: Overlap): Float64Array => overlap.with(overlap.held(place));
    return { tags: of(tags), entities: of(entities), words: of(words) };
  }
}
