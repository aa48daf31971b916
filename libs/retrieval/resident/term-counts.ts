import type { PointTable } from './point-table.js';
import { TermWeights } from './term-weights.js';

/** How many points hold each of the terms; without those that none holds. */
export function countTerms(table: PointTable, terms: readonly number[]): Map<number, number> {
  const ordinals = new TermWeights(terms.map((term, i) => ({ term, weight: i + 1 })));
  const counts = new Uint32Array(terms.length);
  for (const { chunk, row, rows } of table.all()) {
    for (let i = row; i < row + rows; i++) chunk.count(i, ordinals, counts);
  }
  return new Map(terms.map((term, i) => [term, counts[i] ?? 0] as const).filter(([, count]) => count > 0));
}
