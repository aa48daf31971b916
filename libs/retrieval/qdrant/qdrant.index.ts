import type { TenantId } from '@mneme/platform/ids';
import { bestPassages } from '../vector-index/best-passages.js';
import type { IndexedMemory } from '../vector-index/indexed-memory.js';
import {
  type Candidate,
  candidateSearch,
  fullDepth,
  holdersSearch,
  MAX_PASSAGES,
  scoreSearch,
  toCandidates,
  usualDepth,
} from './qdrant.candidates.js';
import { choose } from './qdrant.channels.js';
import type { Condition } from './qdrant.connection.js';
import { filterConditions, matches, matchesAny } from './qdrant.filter.js';
import type { OpenSearch, QdrantPoints } from './qdrant.points.js';
import { currentVectors } from './qdrant.passages.js';
import { termsHeld, toPlaced, vectorOf } from './qdrant.codec.js';
import { QdrantWrites } from './qdrant.writes.js';
import type { VectorHit, VectorQuery } from '../vector-index/vector-query.js';
import type { PointSource } from '../vector-index/point-source.js';
import { VectorIndex } from '../vector-index/vector-index.js';

/** The points of one collection as an index; a search takes one request where memories are short. */
export class QdrantIndex extends VectorIndex implements PointSource {
  readonly packing = 'qdrant';
  readonly pageSize = 250;
  readonly lagMs = 5_000;
  private readonly writes: QdrantWrites;

  /** @param mayLack whether its points may lack attributes and event time: they pass a filter on these then */
  constructor(
    private readonly points: QdrantPoints,
    private readonly mayLack = false,
  ) {
    super();
    this.writes = new QdrantWrites(points);
  }

  async upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    await this.writes.store(tenantId, memories);
  }

  async remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void> {
    await this.writes.remove(tenantId, memoryIds);
  }

  async search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]> {
    if (query.vector === undefined && query.terms.length === 0) return [];
    const where = filterConditions(query.filter, this.mayLack);
    let depth = usualDepth(query.candidates);
    let pool = await this.score(tenantId, where, query, candidateSearch(query, depth));
    let choice = choose(pool, query, depth);
    if (choice.tooShallow) {
      depth = fullDepth(query.candidates);
      pool = await this.score(tenantId, where, query, candidateSearch(query, depth));
      choice = choose(pool, query, depth);
    }
    const { memories } = choice;
    const found = pool.filter(({ memoryId }) => memories.has(memoryId));
    return bestPassages(await this.complete(tenantId, where, query, found), query);
  }

  async vectors(tenantId: TenantId, memoryIds: readonly string[]): Promise<Map<string, Float32Array[]>> {
    if (memoryIds.length === 0) return new Map();
    const points = await this.points.read(tenantId, [matchesAny('memory_id', memoryIds)]);
    return currentVectors(points.map((point) => ({ ...toPlaced(point), vector: vectorOf(point) })));
  }

  /** First passages of memories, in the order of their ids, for `readQdrantPage`. */
  async packedPage(tenantId: TenantId, after: string | undefined, limit: number): Promise<Buffer> {
    return this.points.packed(tenantId, [matches('passage', 0)], limit, after);
  }

  /** For `readQdrantPoints`. */
  async packedPoints(tenantId: TenantId, memoryIds: readonly string[]): Promise<Buffer> {
    const theirs = [matchesAny('memory_id', memoryIds)];
    return this.points.packed(tenantId, theirs, memoryIds.length * MAX_PASSAGES);
  }

  async termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<Map<number, number>> {
    const distinct = [...new Set(terms)];
    const counts = await this.points.counts(
      tenantId,
      distinct.map((term) => matches('terms', term)),
    );
    return new Map(distinct.map((term, i) => [term, counts[i] ?? 0]));
  }

  override async heldTerms(tenantId: TenantId, terms: readonly number[]): Promise<number[]> {
    if (terms.length === 0) return [];
    const holders = await this.points.search(tenantId, [], holdersSearch(terms));
    const held = termsHeld(holders, new Set(terms));
    return terms.filter((term) => held.has(term));
  }

  async countPoints(tenantId: TenantId): Promise<number> {
    return this.points.count(tenantId);
  }

  async count(tenantId: TenantId): Promise<number> {
    return this.points.count(tenantId, [matches('passage', 0)]);
  }

  async erase(tenantId: TenantId): Promise<number> {
    return this.points.erase(tenantId);
  }

  async countEntries(tenantId: TenantId): Promise<number> {
    return this.points.countAll(tenantId);
  }

  private async score(
    tenantId: TenantId,
    where: readonly Condition[],
    query: VectorQuery,
    search: OpenSearch,
  ): Promise<Candidate[]> {
    return toCandidates(await this.points.search(tenantId, where, search), query);
  }

  /** The same with all passages of the memories that have several, where these are of the head's version. */
  private async complete(
    tenantId: TenantId,
    where: readonly Condition[],
    query: VectorQuery,
    found: readonly Candidate[],
  ): Promise<Candidate[]> {
    const divided = new Set(found.filter(({ passages }) => passages > 1).map(({ memoryId }) => memoryId));
    if (divided.size === 0) return [...found];
    const theirs = [...where, matchesAny('memory_id', [...divided])];
    const passages = await this.score(tenantId, theirs, query, scoreSearch(query, divided.size * MAX_PASSAGES));
    // Without a vector the heads need not be among them: a head may hold no term of the query.
    const heads =
      query.vector === undefined
        ? await this.points.versions(tenantId, [...divided])
        : new Map(passages.filter(({ passage }) => passage === 0).map((head) => [head.memoryId, head.version]));
    const current = passages.filter(({ memoryId, version }) => heads.get(memoryId) === version);
    return [...found.filter(({ memoryId }) => !divided.has(memoryId)), ...current];
  }
}
