import { Injectable } from '@nestjs/common';
import { MemoriesService, type FollowUp } from '@mneme/memories';
import { TenantDb, type TenantId } from '@mneme/platform';
import { RetrievalService } from '@mneme/retrieval';
import { FeatureFollower } from './feature-follower.js';
import { FeatureScansRepository, type ScanPage } from './feature-scans.repository.js';

/** Their rows are written in some 50 ms, for which the embedded database's one connection is busy. */
const PAGE = 200;

/** Makes features anew for memories that have none, older ones, or all: from their records and indexed vectors. */
@Injectable()
export class FeatureScansService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly scans: FeatureScansRepository,
    private readonly memories: MemoriesService,
    private readonly retrieval: RetrievalService,
    private readonly follower: FeatureFollower,
  ) {}

  /** Has the features of a tenant made anew; it survives a restart. */
  async begin(tenant: TenantId): Promise<void> {
    await this.tenantDb.run(tenant, (tx) => this.scans.begin(tx, tenant));
  }

  /** Has those features made that this version of the program does not find. */
  async addMissing(tenants: readonly TenantId[]): Promise<void> {
    await this.tenantDb.runSystem((tx) => this.scans.addMissing(tx, tenants));
  }

  /**
   * Looks at the next memories, of these tenants where any are named.
   * @returns how many it looked at; undefined where everything is at its end
   */
  async step(tenants?: readonly TenantId[]): Promise<number | undefined> {
    const scan = await this.tenantDb.runSystem((tx) => this.scans.next(tx, tenants));
    if (scan === undefined) return undefined;
    const { tenantId: tenant } = scan;
    const [modelId = ''] = this.retrieval.modelIds;
    const page = await this.tenantDb.run(tenant, (tx) => this.scans.page(tx, scan, modelId, PAGE));
    const write = await this.made(tenant, modelId, page);
    await this.tenantDb.run(tenant, async (tx) => {
      await write?.(tx);
      await this.scans.advance(tx, scan, page.last);
    });
    return PAGE;
  }

  /** What is not indexed yet is left to its indexing. */
  private async made(tenant: TenantId, modelId: string, { lacking }: ScanPage): Promise<FollowUp | undefined> {
    if (lacking.length === 0) return undefined;
    const known = await this.retrieval.vectors(tenant, lacking);
    const memories = await this.memories.getMany(tenant, [...known.keys()]);
    const records = memories.map((memory) => ({ memory, vectors: known.get(memory.id) ?? [] }));
    return records.length === 0 ? undefined : this.follower.make(tenant, modelId, records);
  }
}
