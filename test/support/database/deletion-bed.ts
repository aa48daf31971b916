import { Clock } from '@mneme/platform/clock';
import { AppConfig, readConfig } from '@mneme/platform/config';
import type { TenantDb } from '@mneme/platform/database';
import { newUuid, type TenantId } from '@mneme/platform/ids';
import { BackgroundWork } from '@mneme/platform/jobs';
import { Metrics } from '@mneme/platform/observability';
import { Broadcast, RedisConnections } from '@mneme/platform/redis';
import { DeletionJobsRepository, type DeletionJob } from '../../../libs/memories/deletion/deletion-jobs.repository.js';
import { FilteredRemovals } from '../../../libs/memories/deletion/filtered-removals.js';
import { MemoryDeletionJob } from '../../../libs/memories/deletion/memory-deletion.job.js';
import { IndexAcknowledger } from '../../../libs/memories/indexing/index-acknowledger.js';
import { IndexListenerRegistry } from '../../../libs/memories/indexing/index-listener.registry.js';
import { IndexMetrics } from '../../../libs/memories/indexing/index-metrics.js';
import { MemoryIndexer } from '../../../libs/memories/indexing/memory-indexer.js';
import type { FilterRequest } from '../../../libs/memories/listing/memory-filter.js';
import { FilterMeasuresRepository } from '../../../libs/memories/listing/filter-measures.repository.js';
import { MemoryListRepository } from '../../../libs/memories/listing/memory-list.repository.js';
import { MemoryRemovals } from '../../../libs/memories/records/memory-removals.js';
import { IndexQueueRepository } from '../../../libs/memories/storage/index-queue.repository.js';
import { MemoriesRepository } from '../../../libs/memories/storage/memories.repository.js';
import { MemoryDeleted } from '../../../libs/memories/storage/memory.events.js';
import { newMemory, totalBytes, type NewMemory } from '../../../libs/memories/storage/memory.factory.js';
import { JobLeases } from '../../../libs/platform/jobs/job-leases.js';
import { JobLeasesRepository } from '../../../libs/platform/jobs/job-leases.repository.js';
import { PlanRefusals } from '../../../libs/usage/plans/plan-refusals.js';
import { QuotaRepository, type StoredAmount } from '../../../libs/usage/plans/quota.repository.js';
import { QuotaService } from '../../../libs/usage/plans/quota.service.js';
import { TenantPlans } from '../../../libs/usage/plans/tenant-plans.js';
import { TenantsRepository } from '../../../libs/usage/plans/tenants.repository.js';
import { TenantsService } from '../../../libs/usage/plans/tenants.service.js';
import { oneDirection } from '../faults/one-direction.js';
import { MemoryVectorIndex } from '../vectors/memory-vector-index.js';
import type { OpenDatabase } from './open-database.js';
import { OutboxBed } from './outbox-bed.js';

const BATCH = 500;

/** Deletions by filter as processes have them, on a database; nothing runs but what the test asks for. */
export class DeletionBed {
  readonly jobs = new DeletionJobsRepository();
  readonly tenantDb: TenantDb;
  readonly removals: FilteredRemovals;
  private readonly config = readConfig({ env: {}, terminal: false });
  private readonly memories = new MemoriesRepository();
  private readonly quota: QuotaService;
  private readonly tenants: TenantsService;

  private constructor(readonly outbox: OutboxBed) {
    this.tenantDb = outbox.tenantDb;
    const broadcast = new Broadcast(new RedisConnections(this.config, new Metrics()));
    this.tenants = new TenantsService(this.config, this.tenantDb, new TenantsRepository(), broadcast);
    const plans = new TenantPlans(this.tenantDb, this.tenants, broadcast);
    this.quota = new QuotaService(plans, new QuotaRepository(), new PlanRefusals(this.config, new Clock()));
    const removals = new MemoryRemovals(this.memories, this.quota, outbox.outbox);
    this.removals = new FilteredRemovals(
      this.tenantDb,
      new FilterMeasuresRepository(),
      new MemoryListRepository(),
      this.memories,
      removals,
    );
  }

  static async open(opened: OpenDatabase): Promise<DeletionBed> {
    return new DeletionBed(await OutboxBed.open(opened, undefined, [MemoryDeleted]));
  }

  /** The work as one more process does it. */
  newProcess(): MemoryDeletionJob {
    const { tenantDb } = this;
    const leases = new JobLeases(tenantDb, new JobLeasesRepository());
    const background = new BackgroundWork(new AppConfig({ ...this.config, workers: false }), leases, new Metrics());
    return new MemoryDeletionJob(background, this.config, tenantDb, this.jobs, this.removals, this.newIndexer());
  }

  async newTenant(tenant: TenantId): Promise<void> {
    await this.tenants.create(tenant, 'enterprise');
  }

  /** @returns their ids, in the order of their creation */
  async store(tenant: TenantId, count: number, memory: Partial<NewMemory> = {}): Promise<string[]> {
    const all = Array.from({ length: count }, (_, i) =>
      newMemory(tenant, { content: 'four', type: 'task', createdAt: new Date(1_700_000_000_000 + i), ...memory }),
    );
    for (let i = 0; i < count; i += BATCH) {
      const batch = all.slice(i, i + BATCH);
      await this.tenantDb.run(tenant, async (tx) => {
        await this.quota.reserve(tx, tenant, { memories: batch.length, bytes: totalBytes(batch) });
        await this.memories.insert(tx, tenant, batch);
      });
    }
    return all.map(({ id }) => id);
  }

  /** As a request does. @returns the job's id */
  async begin(tenant: TenantId, filter: FilterRequest, matched: number): Promise<string> {
    const id = newUuid();
    await this.tenantDb.run(tenant, (tx) => this.jobs.add(tx, tenant, id, filter, matched));
    return id;
  }

  async job(tenant: TenantId, id: string): Promise<DeletionJob | undefined> {
    return this.tenantDb.run(tenant, (tx) => this.jobs.find(tx, tenant, id));
  }

  /** The time of leases and pauses is over; of jobs that have ended, the seven days. */
  async passTime(): Promise<void> {
    await this.tenantDb.runSystem((tx) => tx.query('UPDATE deletion_queue SET due_at = now()'));
  }

  async stored(tenant: TenantId): Promise<StoredAmount> {
    const { memories, bytes } = await this.tenantDb.run(tenant, (tx) => this.quota.stored(tx, tenant));
    return { memories, bytes };
  }

  /** Ids of memories of whose end handlers hear, each as often as they do. */
  async heardOf(tenant: TenantId): Promise<(string | null)[]> {
    await this.outbox.relayAll();
    return this.outbox.handler.seen.filter((event) => event.tenantId === tenant).map(({ resourceId }) => resourceId);
  }

  private newIndexer(): MemoryIndexer {
    const queue = new IndexQueueRepository();
    const confirmations = new IndexAcknowledger(this.tenantDb, queue, new IndexListenerRegistry());
    const retrieval = oneDirection(new MemoryVectorIndex());
    return new MemoryIndexer(
      this.config,
      retrieval,
      this.tenantDb,
      queue,
      confirmations,
      new IndexMetrics(new Metrics()),
    );
  }
}
