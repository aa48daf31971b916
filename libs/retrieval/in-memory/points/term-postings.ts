/** A posting is a number, term · 2¹⁰ + row, so that sorted numbers have those of a term together. */
const ROWS = 1_024;

/** Which rows of a chunk hold each term. */
export class TermPostings {
  private readonly postings: Float64Array;

  /**
   * @param terms of row after row, each once a row
   * @param ends where the terms of each row end
   */
  constructor(terms: Int32Array, ends: Int32Array) {
    this.postings = new Float64Array(ends.at(-1) ?? 0);
    let at = 0;
    ends.forEach((end, row) => {
      for (; at < end; at++) this.postings[at] = (terms[at] ?? 0) * ROWS + row;
    });
    this.postings.sort();
  }

  /** Calls back for each row that holds the term. */
  forEach(term: number, use: (row: number) => void): void {
    const first = term * ROWS;
    for (let at = this.from(first); at < this.postings.length; at++) {
      const row = (this.postings[at] ?? 0) - first;
      if (row >= ROWS) return;
      use(row);
    }
  }

  /** The place of the first posting that is not below. */
  private from(posting: number): number {
    let [low, high] = [0, this.postings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.postings[middle] ?? 0) < posting) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
