import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform';
import type { EmbeddingModel } from '../models/embedding-model.js';
import type { IndexedMemory } from './indexed-memory.js';
import type { TermFrequencies, VectorHit, VectorQuery } from './vector-query.js';
import { VectorIndex } from './vector-index.js';

/** Vectors in PostgreSQL beside the records. */
@Injectable()
export class PgvectorIndex extends VectorIndex {
  prepare(_model: EmbeddingModel): Promise<void> {
    throw new Error('not built yet');
  }

  upsert(_tenantId: TenantId, _memories: readonly IndexedMemory[]): Promise<void> {
    throw new Error('not built yet');
  }

  remove(_tenantId: TenantId, _memoryIds: readonly string[]): Promise<void> {
    throw new Error('not built yet');
  }

  search(_tenantId: TenantId, _query: VectorQuery): Promise<VectorHit[]> {
    throw new Error('not built yet');
  }

  termFrequencies(_tenantId: TenantId, _terms: readonly number[]): Promise<TermFrequencies> {
    throw new Error('not built yet');
  }

  count(_tenantId: TenantId): Promise<number> {
    throw new Error('not built yet');
  }
}
