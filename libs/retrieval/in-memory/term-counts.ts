import type { PointTable } from './point-table.js';

/** How many points hold each of the terms; without those that none holds. */
export function countTerms(table: PointTable, terms: readonly number[]): Map<number, number> {
  const counts = terms.map((term) => [term, table.chunks.reduce((sum, chunk) => sum + chunk.count(term), 0)] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}
