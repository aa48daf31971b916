import { Injectable } from '@nestjs/common';
import { MemoriesService, type FollowUp } from '@mneme/memories';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { RetrievalService } from '@mneme/retrieval';
import { FeatureIndexListener } from './feature-index.listener.js';
import { FeatureBackfillRepository, type ScanPage } from './feature-backfill.repository.js';

/** Their rows are written in some 50 ms, for which the embedded database's one connection is busy. */
const PAGE = 200;

/** Computes the features of memories that have none, old ones, or of all: from their records and indexed vectors. */
@Injectable()
export class FeatureBackfillService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly backfills: FeatureBackfillRepository,
    private readonly memories: MemoriesService,
    private readonly retrieval: RetrievalService,
    private readonly listener: FeatureIndexListener,
  ) {}

  /** Queues the features of a tenant to be computed again; the queue survives a restart. */
  async begin(tenant: TenantId): Promise<void> {
    await this.tenantDb.run(tenant, (tx) => this.backfills.begin(tx, tenant));
  }

  /** Has those features made that this version of the program does not find. */
  async addMissing(tenants: readonly TenantId[]): Promise<void> {
    await this.tenantDb.runSystem((tx) => this.backfills.addMissing(tx, tenants));
  }

  /**
   * Has those tenants looked through again of which an earlier version wrote something after their end: during an upgrade
   * its processes go on indexing.
   */
  async addOlder(tenants: readonly TenantId[]): Promise<void> {
    const [modelId = ''] = this.retrieval.modelIds;
    for (const tenant of tenants) {
      const older = await this.tenantDb.read(tenant, (tx) => this.backfills.hasOlder(tx, tenant, modelId));
      if (older) await this.tenantDb.run(tenant, (tx) => this.backfills.again(tx, tenant));
    }
  }

  /**
   * Looks at the next memories, of these tenants where any are named.
   * @returns how many it looked at; undefined where everything is at its end or in other hands
   */
  async step(tenants?: readonly TenantId[]): Promise<number | undefined> {
    const scan = await this.tenantDb.runSystem((tx) => this.backfills.next(tx, tenants));
    if (scan === undefined) return undefined;
    const { tenantId: tenant } = scan;
    const [modelId = ''] = this.retrieval.modelIds;
    const page = await this.tenantDb.run(tenant, (tx) => this.backfills.page(tx, scan, modelId, PAGE));
    const write = await this.made(tenant, modelId, page);
    await this.tenantDb.run(tenant, async (tx) => {
      // Rows that somebody has written meanwhile would only look changed.
      if (await this.backfills.advance(tx, scan, page.last)) await write?.(tx);
    });
    return page.looked;
  }

  /** Whether one of these tenants is not finished, in any process. */
  async isUnderWay(tenants: readonly TenantId[]): Promise<boolean> {
    return this.tenantDb.runSystem((tx) => this.backfills.isUnderWay(tx, tenants));
  }

  /** What is not indexed yet is left to its indexing. */
  private async made(tenant: TenantId, modelId: string, { lacking }: ScanPage): Promise<FollowUp | undefined> {
    if (lacking.length === 0) return undefined;
    const known = await this.retrieval.vectors(tenant, lacking);
    const memories = await this.memories.getMany(tenant, [...known.keys()]);
    const records = memories.map((memory) => ({ memory, vectors: known.get(memory.id) ?? [] }));
    return records.length === 0 ? undefined : this.listener.make(tenant, modelId, records);
  }
}
