/** A distinct term of the query. */
export interface QueryTerm {
  readonly term: number;
  /** qtf·idf: its share in the coverage. */
  readonly weight: number;
  /** About how many points of the tenant hold it; an index may use it to look at rare terms first. */
  readonly frequency: number;
}

/** What a coverage of 1 covers. */
export function totalWeight(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

/** How common terms are among one tenant's points. */
export interface TermFrequencies {
  readonly points: number;
  /** Points that hold each asked term; terms that none holds are 0, the last ones of a long query estimated. */
  readonly frequencies: ReadonlyMap<number, number>;
}
