import type { TenantId } from '@mneme/platform/ids';
import type { IndexStanding } from './index-changes.js';
import type { IndexedMemory } from './indexed-memory.js';
import type { VectorHit, VectorQuery } from './vector-query.js';

/** What a search has found; with a standing where it may be out of date. */
export interface HitsAhead {
  readonly hits: VectorHit[];
  readonly standing: IndexStanding | undefined;
}

/**
 * The embeddings of one model. Scores are cosine similarity in [-1, 1]; every call is confined to one tenant.
 * A store outside of the database that does not answer rejects with an external-service DomainError.
 */
export abstract class VectorIndex {
  /**
   * Replaces all points of each memory. A version lower than the stored one changes nothing,
   * nor does any version of a memory that was removed within the last day: late writers lose.
   */
  abstract upsert(tenantId: TenantId, memories: readonly IndexedMemory[]): Promise<void>;

  /** Removing what is not there is no error. */
  abstract remove(tenantId: TenantId, memoryIds: readonly string[]): Promise<void>;

  /**
   * The `candidates` memories nearest to the vector and the `candidates` with the highest coverage above 0,
   * each memory once, with both numbers, highest `cosine + a·coverage²` first, ties by memory id. Where many have the
   * same coverage and not all are among the first, any of them may come.
   * Without a vector only the terms search, and every cosine is 0.
   * Memories that have expired are not found. What an earlier release wrote has neither attributes nor event time, and
   * passes a filter on them: the caller checks the records.
   */
  abstract search(tenantId: TenantId, query: VectorQuery): Promise<VectorHit[]>;

  /**
   * As `search`, but of a state that others may have changed since, where the answer has a standing: for callers who read
   * the database anyway, and ask there whether anything has changed since its moment. If so, they ask `stillHolds`.
   */
  async searchAhead(tenantId: TenantId, query: VectorQuery): Promise<HitsAhead> {
    return { hits: await this.search(tenantId, query), standing: undefined };
  }

  /** Whether what has changed since a standing leaves its answers as they are; otherwise `search` finds others. */
  stillHolds(_tenantId: TenantId, _standing: IndexStanding): Promise<boolean> {
    return Promise.resolve(true);
  }

  /**
   * The vectors of these memories as they were written, a memory's in the order of its passages; without those that are
   * not in the index. At most some hundred at once.
   */
  abstract vectors(tenantId: TenantId, memoryIds: readonly string[]): Promise<Map<string, Float32Array[]>>;

  /** How many of this tenant's points hold each term, 0 where none does; an estimate is enough. */
  abstract termFrequencies(tenantId: TenantId, terms: readonly number[]): Promise<Map<number, number>>;

  /**
   * Those of some hundred terms, each given once, that any of this tenant's points holds. An adapter that counts one
   * term after the other overrides it; it may look at a few hundred points that hold any, and leave out terms that
   * only others hold; never all that are held.
   */
  async heldTerms(tenantId: TenantId, terms: readonly number[]): Promise<number[]> {
    const frequencies = await this.termFrequencies(tenantId, terms);
    return terms.filter((term) => (frequencies.get(term) ?? 0) > 0);
  }

  /** Points (passages) of the tenant. */
  abstract countPoints(tenantId: TenantId): Promise<number>;

  /** Memories of the tenant in the index. */
  abstract count(tenantId: TenantId): Promise<number>;

  /**
   * Deletes about a thousand of the entries that the index keeps of the tenant, also what marks memories as removed and what
   * this process holds in memory. For a tenant that nobody writes to any more.
   * @returns how many were deleted; 0 only where none is left
   */
  abstract erase(tenantId: TenantId): Promise<number>;

  /** Everything that `erase` would delete in the end. */
  abstract countEntries(tenantId: TenantId): Promise<number>;
}
