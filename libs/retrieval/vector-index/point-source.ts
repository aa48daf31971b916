import type { TenantId } from '@mneme/platform/ids';

/** How a store packs points: what `readPage` and `readPoints` tell apart. */
export type Packing = 'postgres' | 'qdrant';

/** Where the points of a tenant are read from into memory. They come packed and are read by the thread that keeps them. */
export interface PointSource {
  readonly packing: Packing;
  /** Points of a page: few enough that the thread, which searches too, reads them in some 10 ms. */
  readonly pageSize: number;
  /** Milliseconds by which a read may lag behind a write that was answered: of a store with replicas. */
  readonly lagMs: number;

  /** Points (passages) of the tenant. */
  countPoints(tenantId: TenantId): Promise<number>;

  /**
   * @param after what the page before gave as its last
   * @param limit of points
   */
  packedPage(tenantId: TenantId, after: string | undefined, limit: number): Promise<Buffer>;

  /** All points of these memories, some hundred at most; without those that are not in the index. */
  packedPoints(tenantId: TenantId, memoryIds: readonly string[]): Promise<Buffer>;
}
