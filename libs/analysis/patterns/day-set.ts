/** A set of positions of days as bits, so that thousands of pairs of items can be compared. */
export class DaySet {
  private constructor(private readonly words: Uint32Array) {}

  static of(days: readonly number[], size: number): DaySet {
    const words = new Uint32Array((size >>> 5) + 1);
    for (const day of days) words[day >>> 5] = (words[day >>> 5] ?? 0) | (1 << (day & 31));
    return new DaySet(words);
  }

  /** How many days both hold. */
  sharedWith(other: DaySet | undefined): number {
    if (other === undefined) return 0;
    let count = 0;
    for (let index = 0; index < this.words.length; index += 1) {
      count += bits((this.words[index] ?? 0) & (other.words[index] ?? 0));
    }
    return count;
  }

  /** All days that lie at most so many days from one of these. */
  widened(days: number): DaySet {
    const words = Uint32Array.from(this.words);
    for (let shift = 1; shift <= days; shift += 1) {
      this.words.forEach((word, index) => {
        const before = this.words[index - 1] ?? 0;
        const after = this.words[index + 1] ?? 0;
        words[index] =
          (words[index] ?? 0) |
          (word << shift) |
          (before >>> (32 - shift)) |
          (word >>> shift) |
          (after << (32 - shift));
      });
    }
    return new DaySet(words);
  }
}

function bits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
