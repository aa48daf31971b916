import { bestPassages } from '../../vector-index/best-passages.js';
import { coverageOf, totalWeight } from '../../lexical/query-term.js';
import type { VectorHit, VectorQuery } from '../../vector-index/vector-query.js';
import { BestMemories } from './best-memories.js';
import { PointFilter } from './point-filter.js';
import type { PointTable } from './point-table.js';
import type { StoredMemory } from './point-chunk.js';
import { TermWeights } from './term-weights.js';

export interface PointQuery extends VectorQuery {
  /** Those of the terms by which memories are found; the others count in the coverage alone. */
  readonly scanned: readonly number[];
}

/** Of the rows of each chunk. */
type Cosines = readonly Float32Array[];

/**
 * What `PgvectorIndex.search` finds for each query, by the same rules: both channels' best memories, each by its best
 * passage. All vectors are read once, however many queries there are.
 */
export function searchPoints(table: PointTable, queries: readonly PointQuery[]): VectorHit[][] {
  const vectors = queries.flatMap(({ vector }) => vector ?? []);
  const byChunk = vectors.length === 0 ? [] : table.chunks.map((chunk) => chunk.compare(vectors));
  let next = 0;
  return queries.map((query) => {
    const filter = new PointFilter(query.filter);
    if (query.vector === undefined) return hitsOf(covering(table, query, filter), query, undefined);
    const place = next++;
    const cosines = byChunk.map((products) => products[place] ?? new Float32Array());
    const memories = [...nearest(table, query, filter, cosines), ...covering(table, query, filter)];
    return hitsOf(memories, query, cosines);
  });
}

/** The memories with the highest cosines. */
function nearest(table: PointTable, { candidates }: PointQuery, filter: PointFilter, cosines: Cosines): StoredMemory[] {
  const best = new BestMemories(candidates);
  for (const chunk of table.chunks) {
    chunk.forEachFrom(
      () => best.fewest,
      cosines[chunk.number] ?? new Float32Array(),
      (cosine, memory) => {
        if (filter.passes(memory)) best.offer(cosine, memory);
      },
    );
  }
  return best.memories;
}

/** Those that hold most weight of the terms that are looked for. */
function covering(table: PointTable, { candidates, terms, scanned }: PointQuery, filter: PointFilter): StoredMemory[] {
  if (scanned.length === 0) return [];
  const wanted = new Set(scanned);
  const looked = terms.filter(({ term }) => wanted.has(term));
  const best = new BestMemories(candidates);
  for (const chunk of table.chunks) {
    chunk.forEachFrom(
      () => Math.max(best.fewest, Number.MIN_VALUE),
      chunk.covered(looked),
      (covered, memory) => {
        if (filter.passes(memory)) best.offer(covered, memory);
      },
    );
  }
  return best.memories;
}

function hitsOf(
  memories: readonly StoredMemory[],
  { terms, lexicalWeight, lexicalPower }: PointQuery,
  cosines: Cosines | undefined,
): VectorHit[] {
  const weights = new TermWeights(terms);
  const total = totalWeight(terms);
  const hits: VectorHit[] = [];
  for (const { id: memoryId, chunk, row: first, rows } of new Set(memories)) {
    const products = cosines?.[chunk.number];
    for (let row = first; row < first + rows; row++) {
      const { passage, start, end } = chunk.place(row);
      const coverage = coverageOf(chunk.coveredBy(row, weights), total);
      hits.push({ memoryId, passage, start, end, cosine: products?.[row] ?? 0, coverage });
    }
  }
  return bestPassages(hits, { lexicalWeight, lexicalPower });
}
