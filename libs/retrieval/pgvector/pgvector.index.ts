import type { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { bestPassages } from '../vector-index/best-passages.js';
import type { IndexedMemory } from '../vector-index/indexed-memory.js';
import { latestVersions, slices } from '../vector-index/memory-slices.js';
import { pointColumns, vectorsOf, type VectorRow } from './pgvector.rows.js';
import { type PgvectorSlot, statementsIn } from './pgvector.slots.js';
import { filterParameters, scannedTerms, vectorBinary } from './pgvector.parameters.js';
import { coverageOf, totalWeight } from '../lexical/query-term.js';
import { type VectorHit, type VectorQuery } from '../vector-index/vector-query.js';
import type { PointSource } from '../vector-index/point-source.js';
import { VectorIndex } from '../vector-index/vector-index.js';

interface PointRow extends Omit<VectorHit, 'coverage'> {
  readonly covered: number;
}

interface TermRow {
  readonly term: number;
  readonly frequency: number;
}

/** Memories that are erased in one transaction, with their points. */
const ERASED = 200;
/** Before all others. */
const NO_MEMORY = '00000000-0000-0000-0000-000000000000';

/**
 * Vectors in PostgreSQL beside the records, searched exactly within the tenant: 20,000 passages take about 60 ms on the
 * embedded database. Larger stores belong into Qdrant.
 */
export class PgvectorIndex extends VectorIndex implements PointSource {
  readonly packing = 'postgres';
  /**
   * 1.3 MB, which keep the database busy for 15 ms. Beside chains, which search the tables until all pages are read, each
   * page waits for its turn, so few of them are soonest done.
   */
  readonly pageSize = 1_000;
  readonly lagMs = 0;
  private readonly sql: ReturnType<typeof statementsIn>;
  private type: number | undefined;

  constructor(
    private readonly db: TenantDb,
    slot: PgvectorSlot,
  ) {
    super();
    this.sql = statementsIn(slot);
  }

  async upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    // Several transactions: other requests share the embedded database's one connection.
    for (const slice of slices(latestVersions(memories))) {
      await this.db.run(tenantId, (tx) => this.write(tx, tenantId, slice));
    }
  }

  async remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void> {
    await this.db.run(tenantId, async (tx) => {
      const ids = [...new Set(memoryIds)];
      await tx.query(this.sql.markRemoved, [tenantId, ids]);
      await tx.query(this.sql.deletePoints, [tenantId, ids]);
      await tx.query(this.sql.forgetRemoved, [tenantId]);
    });
  }

  async search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]> {
    const { terms, filter } = query;
    const parameters = [
      tenantId,
      query.vector === undefined ? null : vectorBinary(query.vector),
      terms.map(({ term }) => term),
      terms.map(({ weight }) => weight),
      scannedTerms(terms),
      query.candidates,
      ...filterParameters(filter),
    ];
    const sql = this.sql.searchPoints(filter.attributes?.length ?? 0);
    const rows = await this.db.read(tenantId, (tx) => tx.query<PointRow[]>(sql, parameters));
    const total = totalWeight(terms);
    const hits = rows.map(({ covered, ...row }) => ({ ...row, coverage: coverageOf(covered, total) }));
    return bestPassages(hits, query);
  }

  async vectors(tenantId: TenantId, memoryIds: readonly string[]): Promise<Map<string, Float32Array[]>> {
    if (memoryIds.length === 0) return new Map();
    const rows = await this.db.read(tenantId, (tx) =>
      tx.query<VectorRow[]>(this.sql.readVectors, [tenantId, memoryIds]),
    );
    return vectorsOf(rows);
  }

  /**
   * Points in the order of memory ids, for `PackedPoints`.
   * @param after a memory's id, where the page before has ended
   */
  async packedPage(tenantId: TenantId, after = NO_MEMORY, limit: number): Promise<Buffer> {
    return this.packed(tenantId, this.sql.packedPage, [tenantId, after, limit]);
  }

  /** All points of these memories, for `PackedPoints`. */
  async packedPoints(tenantId: TenantId, memoryIds: readonly string[]): Promise<Buffer> {
    return this.packed(tenantId, this.sql.packedPoints, [tenantId, memoryIds]);
  }

  async termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<Map<number, number>> {
    const frequencies = new Map(terms.map((term) => [term, 0]));
    if (terms.length === 0) return frequencies;
    const found = await this.db.read(tenantId, (tx) => tx.query<TermRow[]>(this.sql.countTerms, [tenantId, terms]));
    for (const { term, frequency } of found) frequencies.set(term, frequency);
    return frequencies;
  }

  override async heldTerms(tenantId: TenantId, terms: readonly number[]): Promise<number[]> {
    if (terms.length === 0) return [];
    const found = await this.db.read(tenantId, (tx) => tx.query<TermRow[]>(this.sql.heldTerms, [tenantId, terms]));
    return found.map(({ term }) => term);
  }

  async countPoints(tenantId: TenantId): Promise<number> {
    const [row] = await this.db.run(tenantId, (tx) => tx.query<{ points: number }[]>(this.sql.countPoints, [tenantId]));
    return row?.points ?? 0;
  }

  async count(tenantId: TenantId): Promise<number> {
    const [row] = await this.db.run(tenantId, (tx) =>
      tx.query<{ memories: number }[]>(this.sql.countMemories, [tenantId]),
    );
    return row?.memories ?? 0;
  }

  async erase(tenantId: TenantId): Promise<number> {
    return this.db.run(tenantId, async (tx) => {
      const [memories] = await tx.query<[{ memoryId: string }[], number]>(this.sql.eraseMemories, [tenantId, ERASED]);
      const ids = memories.map(({ memoryId }) => memoryId);
      if (ids.length > 0) await tx.query(this.sql.deletePoints, [tenantId, ids]);
      const [, points] = await tx.query<[unknown, number]>(this.sql.erasePoints, [tenantId, ERASED]);
      const [, terms] = await tx.query<[unknown, number]>(this.sql.eraseTerms, [tenantId, ERASED]);
      return ids.length + points + terms;
    });
  }

  async countEntries(tenantId: TenantId): Promise<number> {
    const [row] = await this.db.run(tenantId, (tx) =>
      tx.query<{ entries: number }[]>(this.sql.countEntries, [tenantId]),
    );
    return row?.entries ?? 0;
  }

  private async packed(tenantId: TenantId, sql: string, parameters: unknown[]): Promise<Buffer> {
    const [row] = await this.db.read(tenantId, (tx) => tx.query<{ points: Buffer }[]>(sql, parameters));
    return row?.points ?? Buffer.alloc(0);
  }

  /** The same as long as the database lives, so asked once. */
  private async vectorType(tx: EntityManager): Promise<number> {
    this.type ??= (await tx.query<{ type: number }[]>(this.sql.vectorType))[0]?.type ?? 0;
    return this.type;
  }

  private async write(tx: EntityManager, tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    const ids = memories.map(({ memoryId }) => memoryId);
    const versions = memories.map(({ version }) => version);
    const claims = await tx.query<{ memoryId: string; replaced: boolean }[]>(this.sql.claimMemories, [
      tenantId,
      ids,
      versions,
    ]);
    const replaced = claims.filter((claim) => claim.replaced).map(({ memoryId }) => memoryId);
    if (replaced.length > 0) await tx.query(this.sql.deletePoints, [tenantId, replaced]);
    const claimed = new Set(claims.map(({ memoryId }) => memoryId));
    const accepted = memories.filter(({ memoryId }) => claimed.has(memoryId));
    if (accepted.length === 0) return;
    const columns = pointColumns(accepted, await this.vectorType(tx));
    await tx.query(this.sql.insertPoints, [tenantId, ...columns]);
  }
}
