import type { QueryTerm } from '../../lexical/query-term.js';

/** 2³² over the golden ratio: spreads consecutive numbers. */
const SPREAD = 0x9e3779b1;

/** Bits that say whether any term of the query ends so: nearly all terms of points are done with after one look. */
const ENDINGS = 8_192;

/** Weights of a query's terms, for one look-up a term of every point: open addressing in typed arrays, a quarter full at most. */
export class TermWeights {
  private readonly terms: Int32Array;
  /** 0 where there is no term. */
  private readonly weights: Float64Array;
  private readonly shift: number;
  private readonly endings = new Int32Array(ENDINGS / 32);

  constructor(terms: readonly Pick<QueryTerm, 'term' | 'weight'>[]) {
    const bits = Math.max(4, Math.ceil(Math.log2(terms.length + 1)) + 2);
    this.shift = 32 - bits;
    this.terms = new Int32Array(2 ** bits);
    this.weights = new Float64Array(2 ** bits);
    for (const { term, weight } of terms) {
      if (weight <= 0) continue;
      const slot = this.slotOf(term);
      this.terms[slot] = term;
      this.weights[slot] = weight;
      const word = wordOf(term);
      this.endings[word] = (this.endings[word] ?? 0) | (1 << term);
    }
  }

  /** 0 for a term that the query does not have. */
  of(term: number): number {
    if ((((this.endings[wordOf(term)] ?? 0) >>> term) & 1) === 0) return 0;
    return this.weights[this.slotOf(term)] ?? 0;
  }

  /** The weight of terms[from] to terms[to - 1] together. */
  sum(terms: Int32Array, from: number, to: number): number {
    let sum = 0;
    for (let at = from; at < to; at++) sum += this.of(terms[at] ?? 0);
    return sum;
  }

  /** Of the term, or the free one where it would go. */
  private slotOf(term: number): number {
    const last = this.terms.length - 1;
    let slot = Math.imul(term, SPREAD) >>> this.shift;
    while (this.weights[slot] !== 0 && this.terms[slot] !== term) slot = (slot + 1) & last;
    return slot;
  }
}

/** Where the bit of the term's ending is; shifts take a number by its last five bits. */
function wordOf(term: number): number {
  return (term >>> 5) & (ENDINGS / 32 - 1);
}
