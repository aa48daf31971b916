import { Injectable } from '@nestjs/common';
import type { Warning } from '@mneme/platform/answers';
import { Clock } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { EphemeralEvents } from '@mneme/platform/outbox';
import {
  areCopies,
  RetrievalService,
  type Candidates,
  type Explanation,
  type RetrievalHit,
  type SearchRequest,
} from '@mneme/retrieval';
import type { EntityManager } from 'typeorm';
import type { SearchMemoriesDto } from './search-memories.dto.js';
import { SearchPerformed } from '../storage/memory.events.js';
import { type MemoryFilter, memoryFilter } from '../listing/memory-filter.js';
import { type Arranged, arrangeMatches, type Found, SAME_SCORE } from './arrange-matches.js';
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

interface WantedRecords {
  readonly limit: number;
  readonly collapse: boolean;
  /** Also those that another memory supersedes. */
  readonly superseded: boolean;
  readonly whole: boolean;
  readonly filter: MemoryFilter;
}

interface ArrangedRecords {
  readonly found: Arranged[];
  /** Whether the index has changed since it proposed them. */
  readonly changed: boolean;
}

const DEFAULT_LIMIT = 20;
/** As many as a channel brings at least. */
const FEW_CANDIDATES = 50;
/** Asked for where copies crowd out what else there is: more copies of one memory are rare. */
const MANY_COPIES = 1_000;
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
   * Most relevant first. Rows are read again under the tenant's row security and held against the filter, so nothing
   * deleted, expired or foreign shows, nor anything by a tag or metadata that it no longer has.
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
    const { query, minRelevance = 0 } = request;
    const limit = request.limit ?? DEFAULT_LIMIT;
    const filter = memoryFilter(request);
    const referenceTime = this.dayOf(request.referenceTime);
    const asked = { query, referenceTime, limit, filter };
    const superseded = request.includeSuperseded !== false;
    const wanted = { limit, collapse: request.collapse !== 'none', superseded, whole: asksForMore(request), filter };
    let { candidates, found } = await this.first(tenant, asked, wanted);
    const isShort = !superseded && found.length < limit && candidates.hits.length >= FEW_CANDIDATES;
    if (isShort || (wanted.collapse && isCrowded(found, candidates))) {
      candidates = await this.retrieval.candidates(tenant, { ...asked, candidates: MANY_COPIES });
      found = (await this.arranged(tenant, candidates, wanted)).found;
    }
    const shown = found.filter(({ relevance }) => relevance >= minRelevance).slice(0, limit);
    return { matches: await this.matches(candidates, shown, request.explain === true), warnings: candidates.warnings };
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

  /** Of the index as this process knows it, unless the statement that reads the records says that it has changed since. */
  private async first(
    tenant: TenantId,
    asked: SearchRequest,
    wanted: WantedRecords,
  ): Promise<{ candidates: Candidates; found: Arranged[] }> {
    const ahead = await this.retrieval.candidates(tenant, { ...asked, ahead: true });
    const { found, changed } = await this.arranged(tenant, ahead, wanted);
    if (!changed || (await this.retrieval.stillHold(tenant, ahead))) return { candidates: ahead, found };
    const candidates = await this.retrieval.candidates(tenant, asked);
    return { candidates, found: (await this.arranged(tenant, candidates, wanted)).found };
  }

  /** Where there is nothing to read, nothing is known of changes either. */
  private async arranged(tenant: TenantId, candidates: Candidates, wanted: WantedRecords): Promise<ArrangedRecords> {
    if (candidates.hits.length === 0) return { found: [], changed: candidates.standing !== undefined };
    return this.tenantDb.read(tenant, (tx) => this.read(tx, tenant, candidates, wanted));
  }

  /**
   * Ranked with what the records say of the candidates, and the records of those that are to be shown. These are read with
   * the first look, as the index has them in order; only where others may have to stand among them is there a second one.
   */
  private async read(
    tx: EntityManager,
    tenant: TenantId,
    candidates: Candidates,
    { limit, collapse, superseded, ...wanted }: WantedRecords,
  ): Promise<ArrangedRecords> {
    const ids = candidates.hits.map(({ memoryId }) => memoryId);
    const likely = ids.slice(0, limit + LIKELY_MORE);
    const read = new Set(likely);
    const { standing } = candidates;
    const first = await this.searchContext.read(tx, tenant, ids, { ...wanted, standing, ids: likely });
    const { changed } = first;
    const hits = this.retrieval.rank(candidates, first.surroundings);
    const arranged = (records: readonly SearchRow[]): Arranged[] => {
      const all = arrangeMatches(foundOf(hits, records), collapse);
      return superseded ? all : all.filter(({ supersededBy }) => supersededBy === undefined);
    };
    const known = arranged(first.records);
    const unread = hits.filter(({ memoryId }) => !read.has(memoryId));
    if (isSettled(unread, known, { limit, collapse }) && !first.anySupersedes) return { found: known, changed };
    const others = ids.slice(likely.length);
    const second = await this.searchContext.read(tx, tenant, [], { ...wanted, ids: others });
    return { found: arranged([...first.records, ...second.records]), changed };
  }
}

/**
 * Whether those that were not read stand behind all that are shown: none was brought up by its surroundings, none fits as
 * well as the last one shown, copies and what is gone have left no room, and none looks like a later copy of what is shown.
 *
 * @param unread the best first
 */
function isSettled(
  unread: readonly RetrievalHit[],
  known: readonly Arranged[],
  { limit, collapse }: Pick<WantedRecords, 'limit' | 'collapse'>,
): boolean {
  const [best] = unread;
  if (best === undefined) return true;
  const last = known[limit - 1];
  if (last === undefined || last.hit.score - best.score <= SAME_SCORE) return false;
  const shown = known.slice(0, limit);
  return !collapse || !unread.some((hit) => shown.some((each) => areCopies(hit, each.hit)));
}

/** Whether copies have kept other memories from being proposed, or the latest copy. */
function isCrowded(found: readonly Arranged[], { hits }: Candidates): boolean {
  const copies = found.reduce((sum, each) => sum + each.copies - 1, 0);
  return hits.length >= FEW_CANDIDATES && copies > hits.length / 2;
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
