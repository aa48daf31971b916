import { Injectable } from '@nestjs/common';
import { TenantDb } from '@mneme/platform/database';
import type { TenantId } from '@mneme/platform/ids';
import { BackgroundWork } from '@mneme/platform/jobs';
import { RetrievalService } from '@mneme/retrieval';
import { TenantsService } from '@mneme/usage';
import { FeatureModelsRepository } from './feature-models.repository.js';
import { FeatureBackfillService } from './feature-backfill.service.js';

const INTERVAL_MS = 30_000;
const BATCH = 500;
/** So long at most what a process of the release before wrote last is missing. A look reads an index of every tenant. */
const LOOK_MS = 600_000;

/**
 * What is left of making features: those that an earlier version of the program did not make or made differently, and
 * the end of those made from the vectors of a model that is gone.
 */
@Injectable()
export class FeatureMaintenanceJob {
  private looked = false;
  /** Models that were gone at the last look: another process may have written its last row only just now. */
  private gone: ReadonlySet<string> = new Set();

  constructor(
    background: BackgroundWork,
    private readonly tenantDb: TenantDb,
    private readonly tenants: TenantsService,
    private readonly retrieval: RetrievalService,
    private readonly models: FeatureModelsRepository,
    private readonly backfill: FeatureBackfillService,
  ) {
    background.repeat('features', INTERVAL_MS, () => this.step());
    background.repeatInOne({ name: 'older features', pauseMs: () => LOOK_MS, work: () => this.lookForOlder() });
  }

  /** @returns whether there is more to do at once */
  async step(): Promise<boolean> {
    if (!this.looked) {
      await this.backfill.addMissing(await this.allTenants());
      this.looked = true;
    }
    if ((await this.backfill.step()) !== undefined) return true;
    await this.forgetModels();
    return false;
  }

  private async lookForOlder(): Promise<boolean> {
    await this.backfill.addOlder(await this.allTenants());
    return false;
  }

  private async allTenants(): Promise<TenantId[]> {
    return (await this.tenants.list()).map(({ tenantId }) => tenantId);
  }

  private async forgetModels(): Promise<void> {
    const known = await this.tenantDb.readSystem((tx) => this.models.list(tx));
    const gone = known.filter((id) => !this.retrieval.modelIds.includes(id));
    for (const id of gone.filter((each) => this.gone.has(each))) await this.forget(id);
    this.gone = new Set(gone);
  }

  private async forget(modelId: string): Promise<void> {
    for (const tenantId of await this.allTenants()) {
      let gone = BATCH;
      while (gone === BATCH) {
        gone = await this.tenantDb.run(tenantId, (tx) => this.models.forgetFeatures(tx, tenantId, modelId, BATCH));
      }
    }
    await this.tenantDb.runSystem((tx) => this.models.remove(tx, modelId));
  }
}
