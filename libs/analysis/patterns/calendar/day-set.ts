/** A set of days as bits, so that hundreds of thousands of pairs of items can be compared. */
export class DaySet {
  private constructor(private readonly words: Int32Array) {}

  /** @param days each below the size */
  static of(days: readonly number[], size: number): DaySet {
    const words = new Int32Array((size >>> 5) + 1);
    for (const day of days) words[day >>> 5] = (words[day >>> 5] ?? 0) | (1 << (day & 31));
    return new DaySet(words);
  }

  /** How many days both hold. */
  sharedWith(other: DaySet): number {
    const { words } = this;
    const others = other.words;
    let count = 0;
    for (let index = 0; index < words.length; index += 1) {
      const word = (words[index] ?? 0) & (others[index] ?? 0);
      if (word !== 0) count += bits(word);
    }
    return count;
  }

  has(day: number): boolean {
    return (((this.words[day >>> 5] ?? 0) >>> (day & 31)) & 1) === 1;
  }

  /** All days that are in one or the other. */
  with(other: DaySet): DaySet {
    return new DaySet(this.words.map((word, index) => word | (other.words[index] ?? 0)));
  }
}

function bits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
