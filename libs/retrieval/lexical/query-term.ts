/** A distinct term of the query. */
export interface QueryTerm {
  readonly term: number;
  /** qtf·idf: its share in the coverage. */
  readonly weight: number;
  /**
   * What it adds to that of which a coverage of 1 covers all, if not its weight: 0 of a term that stands beside another one
   * of which a point holds one at most.
   */
  readonly counted?: number;
  /**
   * What it adds to that of which all can be found, if not what it adds to a coverage of 1: more for a word that only stands
   * in for the one that is asked for.
   */
  readonly asked?: number;
  /** About how many points of the tenant hold it; an index may use it to look at rare terms first. */
  readonly frequency: number;
}

/** What share of the query's weight a passage covers, in [0, 1]. */
export function coverageOf(covered: number, total: number): number {
  return total > 0 ? Math.min(1, covered / total) : 0;
}

/** What a coverage of 1 covers. */
export function totalWeight(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, { weight, counted = weight }) => sum + counted, 0);
}

/**
 * How much of what is asked can be found at all, in [0, 1]: less where another word stands in for one that no memory has,
 * and where no memory is of the date. It says nothing of which memory fits best, only whether any does.
 */
export function surenessOf(terms: readonly QueryTerm[]): number {
  const asked = terms.reduce((sum, { weight, counted = weight, asked: all = counted }) => sum + all, 0);
  return asked > 0 ? Math.min(1, totalWeight(terms) / asked) : 1;
}

/** How common terms are among one tenant's points. */
export interface TermFrequencies {
  readonly points: number;
  /** Points that hold each asked term; terms that none holds are 0, the last ones of a long query estimated. */
  readonly frequencies: ReadonlyMap<number, number>;
}
