import { Injectable } from '@nestjs/common';
import { TenantDb, type TenantId } from '@mneme/platform';
import type { EntityManager } from 'typeorm';
import type { EmbeddingModel } from '../models/embedding-model.js';
import { bestPassages } from './best-passages.js';
import { IndexModelError } from './index-model.error.js';
import type { IndexedMemory } from './indexed-memory.js';
import { latestVersions, pointColumns, slices } from './pgvector.rows.js';
import * as sql from './pgvector.statements.js';
import { filterParameters, scannedTerms, totalWeight, vectorText } from './pgvector.parameters.js';
import type { VectorHit, VectorQuery } from './vector-query.js';
import { VectorIndex } from './vector-index.js';

interface PointRow extends Omit<VectorHit, 'coverage'> {
  readonly covered: number;
}

interface StoredModel {
  readonly id: string;
}

interface TermRow {
  readonly term: number;
  readonly frequency: number;
}

/**
 * Vectors in PostgreSQL beside the records, searched exactly within the tenant: 20,000 passages take about 30 ms on the
 * embedded database. Larger stores belong into Qdrant.
 */
@Injectable()
export class PgvectorIndex extends VectorIndex {
  private model: EmbeddingModel | undefined;
  private claimed = false;

  constructor(private readonly db: TenantDb) {
    super();
  }

  async prepare(model: EmbeddingModel): Promise<void> {
    this.model = model;
    this.claimed = false;
    const stored = await this.db.runSystem((tx) => tx.query<StoredModel[]>(sql.readModel));
    this.compare(stored);
  }

  async reset(): Promise<void> {
    await this.db.runSystem((tx) => tx.query('SELECT mneme_reset_vectors()'));
    this.claimed = false;
  }

  async upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    await this.claimModel();
    // Several transactions: other requests share the embedded database's one connection.
    for (const slice of slices(latestVersions(memories))) {
      await this.db.run(tenantId, (tx) => this.write(tx, tenantId, slice));
    }
  }

  async remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void> {
    await this.db.run(tenantId, async (tx) => {
      const ids = [...new Set(memoryIds)];
      await tx.query(sql.markRemoved, [tenantId, ids]);
      await tx.query(sql.deletePoints, [tenantId, ids]);
      await tx.query(sql.forgetRemoved, [tenantId]);
    });
  }

  async search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]> {
    const { terms, filter } = query;
    const parameters = [
      tenantId,
      vectorText(query.vector),
      terms.map(({ term }) => term),
      terms.map(({ weight }) => weight),
      scannedTerms(terms),
      query.candidates,
      ...filterParameters(filter),
    ];
    const rows = await this.db.run(tenantId, (tx) => tx.query<PointRow[]>(sql.searchPoints, parameters));
    const total = totalWeight(terms);
    const hits = rows.map(({ covered, ...row }) => ({ ...row, coverage: total > 0 ? covered / total : 0 }));
    return bestPassages(hits, query.lexicalWeight);
  }

  async termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<Map<number, number>> {
    const frequencies = new Map(terms.map((term) => [term, 0]));
    if (terms.length === 0) return frequencies;
    const found = await this.db.run(tenantId, (tx) => tx.query<TermRow[]>(sql.countTerms, [tenantId, terms]));
    for (const { term, frequency } of found) frequencies.set(term, frequency);
    return frequencies;
  }

  async countPoints(tenantId: TenantId): Promise<number> {
    const [row] = await this.db.run(tenantId, (tx) => tx.query<{ points: number }[]>(sql.countPoints, [tenantId]));
    return row?.points ?? 0;
  }

  async count(tenantId: TenantId): Promise<number> {
    const [row] = await this.db.run(tenantId, (tx) => tx.query<{ memories: number }[]>(sql.countMemories, [tenantId]));
    return row?.memories ?? 0;
  }

  private async write(tx: EntityManager, tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void> {
    const ids = memories.map(({ memoryId }) => memoryId);
    const versions = memories.map(({ version }) => version);
    const claims = await tx.query<{ memoryId: string; replaced: boolean }[]>(sql.claimMemories, [
      tenantId,
      ids,
      versions,
    ]);
    const replaced = claims.filter((claim) => claim.replaced).map(({ memoryId }) => memoryId);
    if (replaced.length > 0) await tx.query(sql.deletePoints, [tenantId, replaced]);
    const claimed = new Set(claims.map(({ memoryId }) => memoryId));
    const accepted = memories.filter(({ memoryId }) => claimed.has(memoryId));
    if (accepted.length > 0) await tx.query(sql.insertPoints, [tenantId, ...pointColumns(accepted)]);
  }

  /** The first write decides whose vectors these are, so that an index which is still empty accepts another model. */
  private async claimModel(): Promise<void> {
    const { model } = this;
    if (this.claimed || !model) return;
    const stored = await this.db.runSystem(async (tx) => {
      await tx.query(sql.claimModel, [model.id, model.dimensions]);
      return tx.query<StoredModel[]>(sql.readModel);
    });
    this.compare(stored);
    this.claimed = true;
  }

  private compare([stored]: readonly StoredModel[]): void {
    if (stored && this.model && stored.id !== this.model.id) throw new IndexModelError(stored.id, this.model.id);
  }
}
