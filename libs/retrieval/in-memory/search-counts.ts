import type { TenantId } from '@mneme/platform/ids';
import { LRUCache } from 'lru-cache';

/** To read so many points into memory costs about as much as a search of the store. */
const POINTS_A_SEARCH = 30;
/** A tenant that is searched less often than this begins again from nothing. */
const counts = { max: 10_000, ttl: 10 * 60_000 };
/** Before that nothing is counted for it. */
const FIRST_LOOK = 4;

/**
 * Which tenants are worth reading into memory: those whose searches have cost as much as reading them will. So whatever comes
 * after, no more than twice the least is spent.
 */
export class SearchCounts {
  private readonly counts = new LRUCache<TenantId, number>(counts);

  /**
   * Counts a search of a tenant that is not in memory.
   * @param points counts those of the tenant; asked after 4 searches, 8, 16 and so on
   * @returns whether it is to be read into memory
   */
  async another(tenantId: TenantId, points: () => Promise<number>): Promise<boolean> {
    const searches = (this.counts.get(tenantId) ?? 0) + 1;
    this.counts.set(tenantId, searches);
    const isPowerOfTwo = (searches & (searches - 1)) === 0;
    if (searches < FIRST_LOOK || !isPowerOfTwo) return false;
    return searches * POINTS_A_SEARCH >= (await points());
  }
}
