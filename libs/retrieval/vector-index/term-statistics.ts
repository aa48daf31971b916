import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import { LRUCache } from 'lru-cache';
import type { TermFrequencies } from '../lexical/query-term.js';
import { VectorIndex } from './vector-index.js';

interface TenantStatistics {
  readonly points: number;
  readonly frequencies: Map<number, number>;
  /** Points that this process has written or removed since; what other replicas do shows after the TTL. */
  growth: number;
  readonly countedAt: number;
}

const CACHED_TERMS = 500_000;
const TTL_MS = 10 * 60_000;
/** Weights move by a few hundredths when a store grows by a tenth. */
const TOLERATED_GROWTH = 0.1;
/** And not for longer than this: a store that has come to rest gives the same relevance as after a restart. */
const TOLERATED_MS = 1_000;
/**
 * Of one query, in its order: an index may count them one by one, and 2,000 characters of Chinese have up to 3,400
 * words and pairs. As many of English have 175 at most.
 */
const MAX_COUNTED = 200;

/**
 * Document frequencies of a tenant's terms, remembered. While a tenant is written to they need be neither exact nor fresh,
 * so writes only add up how much has changed; a search asks the index again, for its own terms alone, where that is a tenth
 * of the tenant, or where it asked last a second ago.
 * Only that a term is in none of its memories must be true: what was stored a moment ago is found by its words.
 */
@Injectable()
export class TermStatistics {
  private readonly tenants = new LRUCache<TenantId, TenantStatistics>({
    maxSize: CACHED_TERMS,
    sizeCalculation: ({ frequencies }) => frequencies.size + 1,
    ttl: TTL_MS,
  });

  /** @param now milliseconds */
  constructor(
    private readonly index: VectorIndex,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Tells that points of the tenant were written or removed. */
  grown(tenantId: TenantId, points: number): void {
    const known = this.tenants.peek(tenantId);
    if (known) known.growth += points;
  }

  /** Nothing is known of the tenant any more. */
  forget(tenantId: TenantId): void {
    this.tenants.delete(tenantId);
  }

  /**
   * Of these terms alone. Those that none of the tenant's points held are looked for again; those after the 200th are
   * taken for as common as the middle one of those that are held.
   */
  async frequencies(tenantId: TenantId, terms: readonly number[]): Promise<TermFrequencies> {
    const counted = terms.slice(0, MAX_COUNTED);
    const { points, frequencies } = await this.counted(tenantId, counted);
    const found = new Map(counted.map((term) => [term, frequencies.get(term) ?? 0]));
    const usual = middleOf([...found.values()].filter((frequency) => frequency > 0));
    for (const term of terms.slice(MAX_COUNTED)) found.set(term, usual);
    return { points, frequencies: found };
  }

  /** What is known of the tenant, these terms included. */
  private async counted(tenantId: TenantId, terms: readonly number[]): Promise<TenantStatistics> {
    const known = this.fresh(tenantId);
    const statistics = known ?? {
      points: await this.index.countPoints(tenantId),
      frequencies: new Map(),
      growth: 0,
      countedAt: this.now(),
    };
    const uncounted = await this.uncounted(tenantId, terms, statistics.frequencies);
    if (known && uncounted.length === 0) return known;
    const found = await this.index.termFrequencies(tenantId, uncounted);
    found.forEach((frequency, term) => statistics.frequencies.set(term, frequency));
    // Set again with the time it has left, because its size has changed.
    this.tenants.set(tenantId, statistics, known ? { ttl: this.tenants.getRemainingTTL(tenantId) } : {});
    return statistics;
  }

  private async uncounted(
    tenantId: TenantId,
    terms: readonly number[],
    frequencies: ReadonlyMap<number, number>,
  ): Promise<number[]> {
    const unknown = terms.filter((term) => !frequencies.has(term));
    const absent = terms.filter((term) => frequencies.get(term) === 0);
    return [...unknown, ...(await this.storedSince(tenantId, absent))];
  }

  private async storedSince(tenantId: TenantId, absent: readonly number[]): Promise<number[]> {
    if (absent.length === 0) return [];
    const held = new Set(await this.index.heldTerms(tenantId, absent));
    if (held.size === 0) return [];
    // Memories that hold one of them may have hidden those that hold another from the index.
    const others = absent.filter((term) => !held.has(term));
    return [...held, ...(await this.storedSince(tenantId, others))];
  }

  private fresh(tenantId: TenantId): TenantStatistics | undefined {
    const known = this.tenants.get(tenantId);
    if (known === undefined || known.growth === 0) return known;
    const isRecent = this.now() - known.countedAt < TOLERATED_MS;
    return isRecent && known.growth <= known.points * TOLERATED_GROWTH ? known : undefined;
  }
}

/** Of none: 1, for only what was counted is known to be in no point. */
function middleOf(frequencies: readonly number[]): number {
  const sorted = frequencies.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}
