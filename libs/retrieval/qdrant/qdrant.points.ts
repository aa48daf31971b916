import type { TenantId } from '@mneme/platform/ids';
import type {
  Condition,
  FoundPoint,
  Point,
  Prefetch,
  QdrantConnection,
  PointId,
  Search,
  StoredPoint,
  UpdateOperation,
} from './qdrant.connection.js';
import { BRIEF } from './qdrant.codec.js';
import { PACKED_PAYLOAD } from './qdrant.packed.js';
import { confine, graveyard, type Graveyard } from './qdrant.filter.js';
import { DENSE } from './qdrant.layout.js';

/** Reading their vectors from JSON takes 2 ms of the event loop. */
const READ_AT_ONCE = 64;
/** Points that are deleted by their ids in one request. */
const ERASE_AT_ONCE = 1_000;
/** Half of the connections: what other requests ask for does not wait behind a long query. */
const COUNTS_AT_ONCE = 16;

/**
 * The part of the time in which they are counted one by one; the rest is estimated. Of a tenant of a million points a count of
 * a common word takes Qdrant 20 to 50 ms, and an estimate 1.
 */
const EXACT_PART = 1 / 4;

/** A search without its filter. */
export type OpenSearch = Omit<Search, 'filter' | 'prefetch'> & {
  readonly prefetch?: readonly Omit<Prefetch, 'filter' | 'prefetch'>[];
};

/** What is to be done to a tenant's points; each holds for its own points alone. */
export type Change =
  /** Points that are there are replaced where they meet the conditions, others are added. */
  | { readonly put: readonly Point[]; readonly where: readonly Condition[] }
  | { readonly remove: readonly Condition[] }
  /** Leaves tombstones: points without vectors, which keep late writers from bringing the memories back. */
  | { readonly bury: readonly string[] }
  | { readonly forgetBuriedBefore: Date };

/** The points of one collection. Everything it sends is confined to the tenant that comes first. */
export class QdrantPoints {
  constructor(
    private readonly connection: QdrantConnection,
    readonly collection: string,
  ) {}

  /** Points, best first. */
  async search(tenant: TenantId, where: readonly Condition[], search: OpenSearch): Promise<FoundPoint[]> {
    const filter = confine(tenant, where);
    const { prefetch, ...query } = search;
    // The points of a prefetch have passed the filter, and searching them by it again would cost.
    const confined =
      prefetch === undefined
        ? { ...query, filter }
        : { ...query, prefetch: prefetch.map((each) => ({ ...each, filter })) };
    return (await this.ask<{ points: FoundPoint[] }>('query', confined)).points;
  }

  /** One request; the changes are made in their order and can be searched once it resolves. */
  async change(tenant: TenantId, changes: readonly Change[]): Promise<void> {
    const operations = changes.map((change) => toOperation(tenant, change));
    await this.ask('batch?wait=true&ordering=medium', { operations });
  }

  async count(
    tenant: TenantId,
    where: readonly Condition[] = [],
    deadline = this.connection.deadline(),
    exact = true,
  ): Promise<number> {
    const filter = confine(tenant, where);
    return (await this.ask<{ count: number }>('count', { filter, exact }, deadline)).count;
  }

  /**
   * How many points meet each of the conditions, about so many where exact counts take long. All these calls together take no
   * longer than one may.
   */
  async counts(tenant: TenantId, each: readonly Condition[]): Promise<number[]> {
    const deadline = this.connection.deadline();
    const exactUntil = deadline - (1 - EXACT_PART) * (deadline - performance.now());
    const counts = new Array<number>(each.length);
    const left = each.entries();
    const countOn = async (): Promise<void> => {
      for (const [i, condition] of left) {
        counts[i] = await this.count(tenant, [condition], deadline, performance.now() < exactUntil);
      }
    };
    await Promise.all(Array.from({ length: COUNTS_AT_ONCE }, countOn));
    return counts;
  }

  /** The tenant's points that meet the conditions, with their dense vectors and places; all of them, page by page. */
  async read(tenant: TenantId, where: readonly Condition[]): Promise<StoredPoint[]> {
    const points: StoredPoint[] = [];
    let page = await this.page(tenant, where);
    points.push(...page.points);
    while (page.next !== null) {
      page = await this.page(tenant, where, page.next);
      points.push(...page.points);
    }
    return points;
  }

  /**
   * Points as the bytes of a scroll's answer, for `readQdrantPage` and `readQdrantPoints`.
   * @param after where it begins: what the scroll before gave as the next
   */
  async packed(tenant: TenantId, where: readonly Condition[], limit: number, after?: string): Promise<Buffer> {
    const filter = confine(tenant, where);
    const window = { limit, ...(after === undefined ? {} : { offset: after }) };
    const wanted = { with_payload: [...PACKED_PAYLOAD], with_vector: [DENSE] };
    const body = { filter, ...window, ...wanted };
    return this.connection.askBytes({ collection: this.collection, action: 'scroll', body });
  }

  /** The versions of the tenant's memories among these, as their heads have them. */
  async versions(tenant: TenantId, memoryIds: readonly string[]): Promise<Map<string, number>> {
    const filter = confine(tenant, [{ has_id: [...memoryIds] }]);
    const page = { limit: memoryIds.length, with_payload: ['version'], with_vector: false };
    const { points } = await this.ask<ScrollResult>('scroll', { filter, ...page });
    return new Map(points.map(({ id, payload }) => [String(id), Number(payload?.['version'])]));
  }

  /** Deletes some of the tenant's points, or of its tombstones where it has no others. @returns how many */
  async erase(tenant: TenantId): Promise<number> {
    for (const owner of [tenant, graveyard(tenant)]) {
      const ids = await this.someOf(owner);
      if (ids.length === 0) continue;
      const filter = confine(owner, [{ has_id: ids }]);
      await this.ask('batch?wait=true&ordering=medium', { operations: [{ delete: { filter } }] });
      return ids.length;
    }
    return 0;
  }

  /** Points and tombstones of the tenant. */
  async countAll(tenant: TenantId): Promise<number> {
    const filter = confine(graveyard(tenant));
    const { count: buried } = await this.ask<{ count: number }>('count', { filter, exact: true });
    return (await this.count(tenant)) + buried;
  }

  private async someOf(owner: TenantId | Graveyard): Promise<PointId[]> {
    const wanted = { limit: ERASE_AT_ONCE, with_payload: false, with_vector: false };
    const { points } = await this.ask<ScrollResult>('scroll', { filter: confine(owner), ...wanted });
    return points.map(({ id }) => id);
  }

  private async page(tenant: TenantId, where: readonly Condition[], offset?: PointId): Promise<Page> {
    const filter = confine(tenant, where);
    const window = { limit: READ_AT_ONCE, ...(offset === undefined ? {} : { offset }) };
    const wanted = { with_payload: [BRIEF], with_vector: [DENSE] };
    const { points, next_page_offset } = await this.ask<ScrollResult>('scroll', { filter, ...window, ...wanted });
    return { points, next: pointIdOf(next_page_offset) };
  }

  private ask<T>(action: string, body: object, deadline?: number): Promise<T> {
    return this.connection.ask({ collection: this.collection, action, body }, deadline);
  }
}

interface ScrollResult {
  readonly points: readonly StoredPoint[];
  readonly next_page_offset?: unknown;
}

interface Page {
  readonly points: readonly StoredPoint[];
  readonly next: PointId | null;
}

function pointIdOf(offset: unknown): PointId | null {
  return typeof offset === 'string' || typeof offset === 'number' ? offset : null;
}

function toOperation(tenant: TenantId, change: Change): UpdateOperation {
  if ('put' in change) {
    const points = change.put.map((point) => ({ ...point, payload: { ...point.payload, tenant_id: tenant } }));
    return { upsert: { points, update_filter: confine(tenant, change.where) } };
  }
  if ('remove' in change) return { delete: { filter: confine(tenant, change.remove) } };
  if ('bury' in change) {
    const payload = { tenant_id: graveyard(tenant), created_at: new Date().toISOString() };
    const points = change.bury.map((memoryId) => ({ id: memoryId, vector: {}, payload }));
    return { upsert: { points, update_filter: confine(tenant) } };
  }
  const before = { key: 'created_at', range: { lt: change.forgetBuriedBefore.toISOString() } };
  return { delete: { filter: confine(graveyard(tenant), [before]) } };
}
