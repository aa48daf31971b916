import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import { LRUCache } from 'lru-cache';
import type { TermFrequencies } from '../lexical/query-term.js';
import { VectorIndex } from './vector-index.js';

/** What the index has counted. */
interface Counted {
  readonly number: number;
  /** `TenantStatistics.grown` at that time. */
  readonly grown: number;
}

interface TenantStatistics {
  points: Counted;
  readonly frequencies: Map<number, Counted>;
  /** Points that this process has written or removed; what other replicas do shows after the TTL. */
  grown: number;
  /** How many of those there were when all of this was last held against them, and when that was. */
  checked: { readonly grown: number; readonly at: number };
}

const CACHED_TERMS = 500_000;
const TTL_MS = 10 * 60_000;
/** Weights move by a few hundredths when a store grows by a tenth. */
const TOLERATED_GROWTH = 0.1;
/** And not for longer than this: a store that has come to rest gives the same relevance as after a restart. */
const TOLERATED_MS = 1_000;
/**
 * A number that can have changed by this share at most stays: it moves a weight by a thousandth. To count takes as long as
 * what is counted is large, so that in a tenant of a million each search after a write would count for a quarter of a second.
 */
const UNNOTICED_GROWTH = 0.001;
/**
 * Of one query, in its order: an index may count them one by one, and 2,000 characters of Chinese have up to 3,400
 * words and pairs. As many of English have 175 at most.
 */
const MAX_COUNTED = 200;

/**
 * Document frequencies of a tenant's terms, remembered. While a tenant is written to they need be neither exact nor fresh,
 * so writes only add up how much has changed; a search asks the index again, for its own terms alone, where that is a tenth
 * of the tenant, or where it asked last a second ago. Numbers so large that it makes no difference stay.
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
    if (known) known.grown += points;
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
    const found = new Map(counted.map((term) => [term, frequencies.get(term)?.number ?? 0]));
    const usual = middleOf([...found.values()].filter((frequency) => frequency > 0));
    for (const term of terms.slice(MAX_COUNTED)) found.set(term, usual);
    return { points: points.number, frequencies: found };
  }

  /** What is known of the tenant, these terms included. */
  private async counted(tenantId: TenantId, terms: readonly number[]): Promise<TenantStatistics> {
    const known = this.tenants.get(tenantId);
    const statistics = known ?? (await this.begun(tenantId));
    const isFresh = this.isFresh(statistics);
    if (!isFresh) await this.renew(tenantId, statistics);
    const uncounted = await this.uncounted(tenantId, terms, statistics.frequencies);
    if (known && isFresh && uncounted.length === 0) return known;
    const { grown } = statistics;
    const found = await this.index.termFrequencies(tenantId, uncounted);
    found.forEach((number, term) => statistics.frequencies.set(term, { number, grown }));
    // Set again with the time it has left, because its size has changed.
    this.tenants.set(tenantId, statistics, known ? { ttl: this.tenants.getRemainingTTL(tenantId) } : {});
    return statistics;
  }

  private async begun(tenantId: TenantId): Promise<TenantStatistics> {
    const points = { number: await this.index.countPoints(tenantId), grown: 0 };
    return { points, frequencies: new Map(), grown: 0, checked: { grown: 0, at: this.now() } };
  }

  /** Forgets what the growth of the tenant can have changed. */
  private async renew(tenantId: TenantId, statistics: TenantStatistics): Promise<void> {
    const { grown, points, frequencies } = statistics;
    const holds = ({ number, grown: before }: Counted): boolean => grown - before <= number * UNNOTICED_GROWTH;
    for (const [term, counted] of frequencies) if (!holds(counted)) frequencies.delete(term);
    statistics.checked = { grown, at: this.now() };
    if (!holds(points)) statistics.points = { number: await this.index.countPoints(tenantId), grown };
  }

  private async uncounted(
    tenantId: TenantId,
    terms: readonly number[],
    frequencies: ReadonlyMap<number, Counted>,
  ): Promise<number[]> {
    const unknown = terms.filter((term) => !frequencies.has(term));
    const absent = terms.filter((term) => frequencies.get(term)?.number === 0);
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

  private isFresh({ points, grown, checked }: TenantStatistics): boolean {
    const growth = grown - checked.grown;
    const isRecent = this.now() - checked.at < TOLERATED_MS;
    return growth === 0 || (isRecent && growth <= points.number * TOLERATED_GROWTH);
  }
}

/** Of none: 1, for only what was counted is known to be in no point. */
function middleOf(frequencies: readonly number[]): number {
  const sorted = frequencies.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 1;
}
