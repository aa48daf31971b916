import { Injectable } from '@nestjs/common';
import { TenantDb, type TenantId } from '@mneme/platform';
import { RetrievalService } from '@mneme/retrieval';
import { dateRange } from './date-range.js';
import type { SearchMemoriesDto } from './dto/search-memories.dto.js';
import { MemoriesRepository } from './memories.repository.js';
import type { Memory } from './memory.entity.js';

/** A memory and the probability in [0, 1] that it answers the query. */
export interface MemoryMatch {
  readonly memory: Memory;
  readonly relevance: number;
}

const DEFAULT_LIMIT = 20;

/** Search by meaning: the index proposes, the records decide. */
@Injectable()
export class MemorySearchService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly memories: MemoriesRepository,
    private readonly retrieval: RetrievalService,
  ) {}

  /** Most relevant first. Rows are read again under the tenant's row security, so nothing deleted or foreign shows. */
  async search(tenant: TenantId, request: SearchMemoriesDto): Promise<MemoryMatch[]> {
    const { query, minRelevance, type, tags, tagsMode } = request;
    const limit = request.limit ?? DEFAULT_LIMIT;
    const filter = { type, tags, tagsMode, ...dateRange(request) };
    const hits = await this.retrieval.search(tenant, { query, limit, minRelevance, filter });
    if (hits.length === 0) return [];
    const ids = hits.map((hit) => hit.memoryId);
    const rows = await this.tenantDb.run(tenant, (tx) => this.memories.findMany(tx, tenant, ids));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return hits
      .flatMap(({ memoryId, relevance }) => {
        const memory = byId.get(memoryId);
        return memory === undefined ? [] : [{ memory, relevance }];
      })
      .slice(0, limit);
  }
}
