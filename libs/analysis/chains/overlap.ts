/** Sharing more says no more. */
const MOST_SHARED = 12;

/** What memories hold (words, tags, names), and how much it says that two of them hold the same. */
export class Overlap {
  private readonly holders = new Map<string, number[]>();
  private readonly weights = new Map<string, number>();

  /**
   * @param holdings what each memory of the field holds
   * @param size memories of which `counts` tells how many hold a thing; where it does not know, as many as in the field
   */
  constructor(
    private readonly holdings: readonly ReadonlySet<string>[],
    size: number,
    counts?: (thing: string) => number | undefined,
  ) {
    holdings.forEach((held, i) => {
      for (const thing of held) {
        const holders = this.holders.get(thing);
        if (holders) holders.push(i);
        else this.holders.set(thing, [i]);
      }
    });
    const all = Math.max(size, holdings.length);
    for (const [thing, { length }] of this.holders) {
      const known = Math.max(length, counts?.(thing) ?? 0);
      this.weights.set(thing, Math.max(0, Math.log((all + 1) / (known + 0.5))));
    }
  }

  /** For every memory of the field the weights of what it shares with these things; rare things weigh most. */
  with(things: ReadonlySet<string>): Float64Array {
    const sums = new Float64Array(this.holdings.length);
    for (const thing of things) {
      const weight = this.weightOf(thing);
      for (const i of this.holders.get(thing) ?? []) sums[i] = Math.min(MOST_SHARED, (sums[i] ?? 0) + weight);
    }
    return sums;
  }

  held(memory: number): ReadonlySet<string> {
    return this.holdings[memory] ?? new Set();
  }

  /** What two memories both hold, the rarest first. */
  shared(a: number, b: number): string[] {
    const other = this.held(b);
    return [...this.held(a)]
      .filter((thing) => other.has(thing))
      .sort((x, y) => this.weightOf(y) - this.weightOf(x) || (x < y ? -1 : 1));
  }

  weightOf(thing: string): number {
    return this.weights.get(thing) ?? 0;
  }

  /** As `weightOf`; a thing that no memory of the field holds is as rare as can be. */
  rarity(thing: string): number {
    return this.weights.get(thing) ?? Math.log(2 * (this.holdings.length + 1));
  }

  /** Places of the memories that hold a thing. */
  holdersOf(thing: string): readonly number[] {
    return this.holders.get(thing) ?? [];
  }
}
