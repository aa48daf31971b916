import type { TenantDb } from '@mneme/platform/database';
import { type TenantId, tenantId } from '@mneme/platform/ids';
import type { BackgroundWork } from '@mneme/platform/jobs';
import type { RetrievalService } from '@mneme/retrieval';
import type { TenantsService } from '@mneme/usage';
import type { FeatureModelsRepository } from './feature-models.repository.js';
import type { FeatureBackfillService } from './feature-backfill.service.js';
import { FeatureMaintenanceJob } from './feature-maintenance.job.js';

const TENANTS = ['one', 'other'].map((id) => tenantId(id));

interface Job {
  readonly name: string;
  readonly work: () => Promise<boolean>;
}

describe('the upkeep of features', () => {
  it('looks through all tenants for what an earlier version wrote, in one process for all', async () => {
    const jobs: Job[] = [];
    const looked: TenantId[] = [];
    new FeatureMaintenanceJob(
      { repeat: () => undefined, repeatInOne: (job: Job) => jobs.push(job) } as unknown as BackgroundWork,
      {} as TenantDb,
      { list: () => Promise.resolve(TENANTS.map((id) => ({ tenantId: id }))) } as unknown as TenantsService,
      {} as RetrievalService,
      {} as FeatureModelsRepository,
      {
        addOlder: (tenants: TenantId[]) => Promise.resolve(void looked.push(...tenants)),
      } as unknown as FeatureBackfillService,
    );
    expect(await jobs.find(({ name }) => name === 'older features')?.work()).toBe(false);
    expect(looked).toEqual(TENANTS);
  });
});
