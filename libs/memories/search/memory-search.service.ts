import { Injectable } from '@nestjs/common';
import type { Warning } from '@mneme/platform/answers';
import { Clock } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { EphemeralEvents } from '@mneme/platform/outbox';
import { RetrievalService, type Candidates, type Explanation, type RetrievalHit } from '@mneme/retrieval';
import type { EntityManager } from 'typeorm';
import type { SearchMemoriesDto } from '../dto/search-memories.dto.js';
import { SearchPerformed } from '../storage/memory.events.js';
import { memoryFilter } from '../listing/memory-filter.js';
import type { MemoryFilter } from '../listing/memory-list.repository.js';
import { type Arranged, arrangeMatches, type Found } from './arrange-matches.js';
import { SearchContextRepository, type SearchRow } from './search-context.repository.js';

/** A memory and the probability in [0, 1] that it answers the query. */
export interface MemoryMatch extends Pick<Arranged, 'memory' | 'relevance' | 'copies' | 'supersededBy'> {
  /** Where the request asks for it. */
  readonly explanation?: Explanation;
}

export interface MemoryMatches {
  readonly matches: MemoryMatch[];
  /** Why there may be less than there should be. */
  readonly warnings: readonly Warning[];
}

const DEFAULT_LIMIT = 20;
const DAY_LENGTH = '2026-03-18'.length;
/**
 * Records that are read beyond the limit: some may be gone, and neighbours in a session may bring others up. More would
 * seldom save the second look, and are read and thrown away by every search.
 */
const LIKELY_MORE = 5;

/** Search by meaning: the index proposes, the records decide. */
@Injectable()
export class MemorySearchService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly searchContext: SearchContextRepository,
    private readonly retrieval: RetrievalService,
    private readonly ephemeralEvents: EphemeralEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * Most relevant first. Rows are read again under the tenant's row security and held against the tags that are asked
   * for, so nothing deleted or foreign shows, nor anything by a tag that it no longer has.
   * @param startedAt `performance.now()` when the request came in
   */
  async find(tenant: TenantId, request: SearchMemoriesDto, startedAt = performance.now()): Promise<MemoryMatches> {
    const found = await this.look(tenant, request);
    const latency = Math.round((performance.now() - startedAt) * 10) / 10;
    const search = { tenantId: tenant, query: request.query, resultCount: found.matches.length, latency };
    this.ephemeralEvents.note(tenant, SearchPerformed, search);
    return found;
  }

  /** As `find`, for callers that cannot pass warnings on. */
  async search(tenant: TenantId, request: SearchMemoriesDto): Promise<MemoryMatch[]> {
    return (await this.find(tenant, request)).matches;
  }

  /** As `find`, without the event `search.performed`. */
  async look(tenant: TenantId, request: SearchMemoriesDto): Promise<MemoryMatches> {
    const { query, minRelevance } = request;
    const limit = request.limit ?? DEFAULT_LIMIT;
    const filter = memoryFilter(request);
    const referenceTime = this.dayOf(request.referenceTime);
    const candidates = await this.retrieval.candidates(tenant, { query, referenceTime, limit, minRelevance, filter });
    const { warnings } = candidates;
    if (candidates.hits.length === 0) return { matches: [], warnings };
    const collapse = request.collapse !== 'none';
    const found = await this.tenantDb.read(tenant, (tx) =>
      this.read(tx, tenant, candidates, { limit, collapse, whole: asksForMore(request), filter }),
    );
    return { matches: await this.matches(candidates, found.slice(0, limit), request.explain === true), warnings };
  }

  /** The day as it was written, in whichever zone; today where there is none. */
  private dayOf(referenceTime = this.clock.now().toISOString()): Date {
    return new Date(referenceTime.slice(0, DAY_LENGTH));
  }

  private async matches(candidates: Candidates, found: readonly Arranged[], explain: boolean): Promise<MemoryMatch[]> {
    if (!explain) return [...found];
    const documents = found.map(({ hit, memory }) => ({ hit, document: { tags: [], metadata: {}, ...memory } }));
    const explanations = await this.retrieval.explain(candidates, documents);
    return found.map((each, i) => {
      const explanation = explanations[i];
      return { ...each, ...(explanation === undefined ? {} : { explanation }) };
    });
  }

  /**
   * Ranked with what the records say of the candidates, and the records of those that are to be shown. These are read with
   * the first look, as the index has them in order; only where the surroundings bring up others, or copies and what is
   * gone leave room for more, is there a second one.
   */
  private async read(
    tx: EntityManager,
    tenant: TenantId,
    candidates: Candidates,
    { limit, collapse, ...wanted }: { limit: number; collapse: boolean; whole: boolean; filter: MemoryFilter },
  ): Promise<Arranged[]> {
    const ids = candidates.hits.map(({ memoryId }) => memoryId);
    const likely = ids.slice(0, limit + LIKELY_MORE);
    const { surroundings, records } = await this.searchContext.read(tx, tenant, ids, { ...wanted, ids: likely });
    const hits = this.retrieval.rank(candidates, surroundings);
    const read = new Set(likely);
    const there = new Set(records.map(({ id }) => id));
    const first = hits.filter(({ memoryId }) => there.has(memoryId) || !read.has(memoryId)).slice(0, limit);
    const known = arrangeMatches(foundOf(hits, records), collapse);
    const isEnough = known.length >= limit || hits.every(({ memoryId }) => read.has(memoryId));
    if (isEnough && first.every(({ memoryId }) => there.has(memoryId))) return known;
    const others = hits.map(({ memoryId }) => memoryId).filter((id) => !read.has(id));
    const second = await this.searchContext.read(tx, tenant, [], { ...wanted, ids: others });
    return arrangeMatches(foundOf(hits, [...records, ...second.records]), collapse);
  }
}

/** The hits whose records were read, in their order. */
function foundOf(hits: readonly RetrievalHit[], rows: readonly SearchRow[]): Found[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return hits.flatMap((hit) => {
    const memory = byId.get(hit.memoryId);
    return memory === undefined ? [] : [{ hit, memory }];
  });
}

/** Explanations look at tags and metadata too. */
function asksForMore({ fields = [], explain = false }: SearchMemoriesDto): boolean {
  return explain || fields.length > 0;
}
