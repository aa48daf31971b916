import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform';
import type { IndexDocument, RetrievalHit, SearchRequest } from './retrieval.types.js';

/** Text in, hits out: what features know of retrieval. */
@Injectable()
export class RetrievalService {
  /** Embeds and stores; when it resolves the documents are searchable. Rejects with a DomainError of kind external service when embedding fails. */
  index(_tenantId: TenantId, _documents: readonly IndexDocument[]): Promise<void> {
    throw new Error('not built yet');
  }

  remove(_tenantId: TenantId, _memoryIds: readonly string[]): Promise<void> {
    throw new Error('not built yet');
  }

  /**
   * Highest relevance first, ties by memory id. Returns a few more than `limit`, because
   * callers re-read the rows and drop what has been deleted meanwhile: cut to `limit` afterwards.
   */
  search(_tenantId: TenantId, _request: SearchRequest): Promise<RetrievalHit[]> {
    throw new Error('not built yet');
  }
}
