import type { PointTable } from './point-table.js';

/** How many points hold each of the terms; without those that none holds. */
export function countTerms(table: PointTable, terms: readonly number[]): Map<number, number> {
  const asked = new Set(terms);
  const counts = new Map<number, number>();
  for (const { chunk, row, rows } of table.all()) {
    for (const term of chunk.termsOf(row, rows)) if (asked.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}
