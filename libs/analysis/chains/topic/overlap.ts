/** Sharing more says no more. */
const MAX_SHARED = 12;

/** What a few memories all hold is not common for that: it is as rare as among so many. */
const MIN = 300;

/** What some memories of the field hold. */
interface Thing {
  /** How much it says that two memories hold it. */
  weight: number;
  /** Memories that are known to hold it. */
  count: number;
  /** Places of the memories that do. */
  readonly holders: number[];
}

/** What memories hold (words, tags, names), and how much it says that two of them hold the same. */
export class Overlap {
  private readonly things = new Map<string, Thing>();

  /**
   * @param holdings what each memory of the field holds
   * @param size memories of which `counts` tells how many hold a thing; where it does not know, as many as in the field
   */
  constructor(
    private readonly holdings: readonly ReadonlySet<string>[],
    size: number,
    counts?: (thing: string) => number | undefined,
  ) {
    holdings.forEach((held, place) => {
      for (const name of held) {
        const thing = this.things.get(name);
        if (thing) thing.holders.push(place);
        else this.things.set(name, { weight: 0, count: 0, holders: [place] });
      }
    });
    const all = Math.max(size, holdings.length, MIN);
    for (const [name, thing] of this.things) {
      const known = Math.max(thing.holders.length, counts?.(name) ?? 0);
      thing.count = known;
      thing.weight = Math.max(0, Math.log((all + 1) / (known + 0.5)));
    }
  }

  /** For every memory of the field the weights of what it shares with these things; rare things weigh most. */
  with(names: ReadonlySet<string>): Float64Array {
    const sums = new Float64Array(this.holdings.length);
    for (const name of names) {
      const thing = this.things.get(name);
      if (thing === undefined) continue;
      const { weight, holders } = thing;
      for (const place of holders) sums[place] = Math.min(MAX_SHARED, (sums[place] ?? 0) + weight);
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

  /** How many memories hold a thing, as far as that is known. */
  countOf(thing: string): number {
    return this.things.get(thing)?.count ?? 0;
  }

  weightOf(thing: string): number {
    return this.things.get(thing)?.weight ?? 0;
  }

  /** As `weightOf`; a thing that no memory of the field holds is as rare as can be. */
  rarity(thing: string): number {
    return this.things.get(thing)?.weight ?? Math.log(2 * (Math.max(this.holdings.length, MIN) + 1));
  }

  /** Places of the memories that hold a thing. */
  holdersOf(thing: string): readonly number[] {
    return this.things.get(thing)?.holders ?? [];
  }
}
