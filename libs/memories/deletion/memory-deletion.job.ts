import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from '@mneme/platform/config';
import { forTenant } from '@mneme/platform/context';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { newUuid, type TenantId } from '@mneme/platform/ids';
import { BackgroundWork } from '@mneme/platform/jobs';
import { inSpan } from '@mneme/platform/observability';
import { MemoryIndexer } from '../indexing/memory-indexer.js';
import { memoryFilter, type MemoryFilter } from '../listing/memory-filter.js';
import type { MemoryPlace } from '../listing/memory-list.repository.js';
import { type ClaimedDeletion, type DeletionJob, DeletionJobsRepository } from './deletion-jobs.repository.js';
import { batchesOf, FilteredRemovals } from './filtered-removals.js';

const INTERVAL_MS = 1_000;
/** Found at once; then the next job has its turn. */
const FOUND = 5_000;

/**
 * Works on deletions that are too large for one request, the one that has waited longest first. How far a job is commits
 * with each batch, so that whichever process goes on begins where the last one ended; two that work on one job side by
 * side, because one was cut off for longer than its lease, delete each memory once all the same.
 */
@Injectable()
export class MemoryDeletionJob implements OnModuleInit, OnModuleDestroy {
  private readonly holder = newUuid();
  private readonly work;
  private isEnding = false;

  constructor(
    background: BackgroundWork,
    private readonly config: AppConfig,
    private readonly tenantDb: TenantDb,
    private readonly jobs: DeletionJobsRepository,
    private readonly removals: FilteredRemovals,
    private readonly indexer: MemoryIndexer,
  ) {
    this.work = background.repeat('memory deletion', INTERVAL_MS, () => this.step());
  }

  async onModuleInit(): Promise<void> {
    // An embedded database has one process only: leases of an earlier one are void.
    if (this.config.postgres === undefined) await this.tenantDb.runSystem((tx) => this.jobs.releaseAll(tx));
  }

  /** A deletion under way goes on elsewhere, or after the restart. */
  onModuleDestroy(): void {
    this.isEnding = true;
  }

  /** Has a job that was just added begin. */
  wake(): void {
    this.work.wake(0);
  }

  /** Does a part of the next job. @returns whether there may be more to do */
  async step(): Promise<boolean> {
    const claimed = await this.tenantDb.runSystem((tx) => this.jobs.claim(tx, this.holder));
    if (claimed === undefined) return false;
    const attributes = { 'mneme.tenant': claimed.tenantId };
    await forTenant(claimed.tenantId, () =>
      inSpan('memory deletion', { attributes }, async () => {
        try {
          await this.go(claimed);
        } catch (error) {
          // Where even that fails the lease runs out.
          await this.postpone(claimed, error).catch(() => undefined);
          throw error;
        }
      }),
    );
    return !this.isEnding;
  }

  private async go({ tenantId, jobId }: ClaimedDeletion): Promise<void> {
    const job = await this.tenantDb.read(tenantId, (tx) => this.jobs.find(tx, tenantId, jobId));
    if (job === undefined || job.filter === null) {
      await this.tenantDb.run(tenantId, (tx) => this.jobs.forget(tx, tenantId, jobId));
      return;
    }
    const filter = { ...memoryFilter(job.filter), before: job.id };
    const found = await this.removals.find(tenantId, filter, FOUND, reachedBy(job));
    for (const batch of batchesOf(found)) {
      if (this.isEnding) break;
      if (!(await this.remove(tenantId, jobId, filter, batch))) return;
    }
    await this.tenantDb.run(tenantId, (tx) =>
      found.length < FOUND && !this.isEnding
        ? this.jobs.end(tx, tenantId, jobId, this.holder, null)
        : this.jobs.release(tx, tenantId, jobId, this.holder),
    );
  }

  /** @returns whether this process has the job still */
  private async remove(
    tenant: TenantId,
    jobId: string,
    filter: MemoryFilter,
    batch: readonly MemoryPlace[],
  ): Promise<boolean> {
    const { removed, isHeld } = await this.tenantDb.run(tenant, async (tx) => {
      const gone = await this.removals.remove(tx, tenant, filter, batch);
      const held = await this.jobs.keep(tx, tenant, jobId, this.holder);
      await this.jobs.progress(tx, tenant, jobId, gone.length, held ? batch.at(-1) : undefined);
      return { removed: gone, isHeld: held };
    });
    await this.indexer.remove(tenant, removed);
    return isHeld;
  }

  private async postpone({ tenantId, jobId }: ClaimedDeletion, error: unknown): Promise<void> {
    const reason = error instanceof DomainError ? error.message : 'an internal error; the log of the service has it';
    await this.tenantDb.run(tenantId, async (tx) => {
      if (await this.jobs.postpone(tx, tenantId, jobId, this.holder)) return;
      await this.jobs.end(tx, tenantId, jobId, this.holder, reason);
    });
  }
}

function reachedBy({ afterCreatedAt, afterId }: DeletionJob): MemoryPlace | undefined {
  return afterCreatedAt === null || afterId === null ? undefined : { id: afterId, createdAt: afterCreatedAt };
}
