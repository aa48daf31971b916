import { bestPassages } from '../vector-index/best-passages.js';
import { totalWeight, type VectorFilter, type VectorHit, type VectorQuery } from '../vector-index/vector-query.js';
import { BestMemories } from './best-memories.js';
import type { PointTable, ResidentMemory } from './point-table.js';
import { TermWeights } from './term-weights.js';

export interface PointQuery extends VectorQuery {
  /** Those of the terms by which memories are found; the others count in the coverage alone. */
  readonly scanned: readonly number[];
}

/** What `PgvectorIndex.search` finds, by the same rules: both channels' best memories, each by its best passage. */
export function searchPoints(table: PointTable, query: PointQuery): VectorHit[] {
  const { vector, terms, candidates } = query;
  const cosines = vector === undefined ? undefined : table.chunks.map((chunk) => chunk.cosines(vector));
  const weights = new TermWeights(terms);
  const coverings = coveringsOf(table, query);
  const nearest = new BestMemories(candidates);
  const covering = new BestMemories(candidates);
  for (const memory of table.all()) {
    if (!matches(memory, query.filter)) continue;
    if (cosines !== undefined) nearest.offer(highest(cosines, memory), memory);
    const covered = coverings === undefined ? 0 : highest(coverings, memory);
    if (covered > 0) covering.offer(covered, memory);
  }
  const total = totalWeight(terms);
  const hits = [...new Set([...nearest.memories, ...covering.memories])].flatMap((memory) =>
    Array.from({ length: memory.rows }, (_, i): VectorHit => {
      const row = memory.row + i;
      const cosine = cosines?.[memory.chunk.number]?.[row] ?? 0;
      const covered = memory.chunk.coveredBy(row, weights);
      return { memoryId: memory.id, ...memory.chunk.place(row), cosine, coverage: total > 0 ? covered / total : 0 };
    }),
  );
  return bestPassages(hits, query.lexicalWeight);
}

/** Undefined where no term is to be looked for. */
function coveringsOf(table: PointTable, { terms, scanned }: PointQuery): Float64Array[] | undefined {
  if (scanned.length === 0) return undefined;
  const wanted = new Set(scanned);
  const weights = new TermWeights(terms.filter(({ term }) => wanted.has(term)));
  return table.chunks.map((chunk) => chunk.covered(weights));
}

function highest(numbers: readonly (Float32Array | Float64Array)[], { chunk, row, rows }: ResidentMemory): number {
  const ofChunk = numbers[chunk.number];
  let most = ofChunk?.[row] ?? 0;
  for (let i = row + 1; i < row + rows; i++) most = Math.max(most, ofChunk?.[i] ?? 0);
  return most;
}

function matches({ type, tags, createdAt }: ResidentMemory, filter: VectorFilter): boolean {
  if (filter.type !== undefined && type !== filter.type) return false;
  if (filter.createdFrom !== undefined && createdAt < filter.createdFrom.getTime()) return false;
  if (filter.createdTo !== undefined && createdAt > filter.createdTo.getTime()) return false;
  const wanted = filter.tags ?? [];
  const has = (tag: string): boolean => tags.includes(tag);
  return wanted.length === 0 || (filter.tagsMode === 'any' ? wanted.some(has) : wanted.every(has));
}
