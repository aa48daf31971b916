/** Reproducible randomness: mulberry32. */
export class Seeded {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number below n. */
  below(n) {
    return Math.floor(this.next() * n);
  }

  chance(p) {
    return this.next() < p;
  }

  /** Standard normal (Box and Muller). */
  normal() {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** Fisher and Yates, in place. */
  shuffle(list) {
    for (let i = list.length - 1; i > 0; i -= 1) {
      const j = this.below(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }

  /** A function that draws indexes in proportion to the weights. */
  drawing(weights) {
    let total = 0;
    const ends = weights.map((weight) => (total += weight));
    return () => {
      const at = this.next() * total;
      let low = 0;
      let high = ends.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ends[middle] > at) high = middle;
        else low = middle + 1;
      }
      return low;
    };
  }
}
