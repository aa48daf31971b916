import { Injectable } from '@nestjs/common';
import { Answer } from '@mneme/platform/answers';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { Idempotency, type IdempotentRequest } from '@mneme/platform/idempotency';
import { formatId, newUuid, parseId, type TenantId } from '@mneme/platform/ids';
import { MemoryIndexer } from '../indexing/memory-indexer.js';
import { type FilterRequest, type MemoryFilter, memoryFilter } from '../listing/memory-filter.js';
import type { MemoryPlace } from '../listing/memory-list.repository.js';
import { type DeletionJob, DeletionJobsRepository } from './deletion-jobs.repository.js';
import type { DeletionResultDto } from './deletion-result.dto.js';
import { batchesOf, FilteredRemovals } from './filtered-removals.js';
import { MemoryDeletionJob } from './memory-deletion.job.js';

/** So many are deleted before the answer; more become a job. */
const MOST = 1_000;
/** Found at once by a command. */
const FOUND = 5_000;

export interface DeletionProgress {
  /** Called after each batch with all that is deleted. */
  readonly onProgress: (deleted: number) => void;
  /** Ends the deletion after the batch under way. */
  readonly signal: AbortSignal;
}

/** Deletes whatever a filter means: what was there when the request came, and nothing that is stored later. */
@Injectable()
export class MemoryDeletionService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly removals: FilteredRemovals,
    private readonly jobs: DeletionJobsRepository,
    private readonly job: MemoryDeletionJob,
    private readonly indexer: MemoryIndexer,
    private readonly idempotency: Idempotency,
  ) {}

  /**
   * Deletes them, or begins a job that does where there are more than 1,000.
   * @param key of a request that may be repeated
   * @throws DomainError validation
   */
  async delete(
    tenant: TenantId,
    request: FilterRequest,
    key: IdempotentRequest | undefined,
  ): Promise<Answer<DeletionResultDto>> {
    const id = newUuid();
    const filter = memoryFilter(request);
    const found = await this.removals.find(tenant, filter, MOST + 1);
    return found.length > MOST ? this.begin(tenant, id, request, key) : this.deleteFound(tenant, filter, found, key);
  }

  /**
   * Begins a job that deletes them, however many.
   * @param id UUIDv7 of the job: memories with later ids stay
   */
  async begin(
    tenant: TenantId,
    id: string,
    request: FilterRequest,
    key?: IdempotentRequest,
  ): Promise<Answer<DeletionResultDto>> {
    const answerOf = (matched: number): Answer<DeletionResultDto> =>
      new Answer({ matched, deleted: 0, jobId: formatId('job', id), status: 'running' }, { status: 202 });
    const matched = await this.tenantDb.run(tenant, (tx) =>
      this.idempotency.once(
        tx,
        key,
        async () => {
          const count = await this.removals.count(tx, tenant, memoryFilter(request));
          await this.jobs.add(tx, tenant, id, request, count);
          return count;
        },
        answerOf,
      ),
    );
    this.job.wake();
    return answerOf(matched);
  }

  /** How many they are; exact. Nothing is deleted. */
  async count(tenant: TenantId, request: FilterRequest, key?: IdempotentRequest): Promise<DeletionResultDto> {
    const filter = memoryFilter(request);
    return this.tenantDb.run(tenant, (tx) =>
      this.idempotency.once(
        tx,
        key,
        async () => ({ matched: await this.removals.count(tx, tenant, filter), deleted: 0 }),
        (counted) => counted,
      ),
    );
  }

  /** Deletes them all, however many, before it resolves: for a command. @returns how many were deleted */
  async deleteAll(tenant: TenantId, request: FilterRequest, { onProgress, signal }: DeletionProgress): Promise<number> {
    const filter = { ...memoryFilter(request), before: newUuid() };
    let deleted = 0;
    let after: MemoryPlace | undefined;
    do {
      const found = await this.removals.find(tenant, filter, FOUND, after);
      for (const batch of batchesOf(found)) {
        if (signal.aborted) return deleted;
        const removed = await this.tenantDb.run(tenant, (tx) => this.removals.remove(tx, tenant, filter, batch));
        await this.indexer.remove(tenant, removed);
        deleted += removed.length;
        onProgress(deleted);
      }
      after = found.length < FOUND ? undefined : found.at(-1);
    } while (after !== undefined);
    return deleted;
  }

  /** @throws DomainError notFound for a malformed, unknown or foreign id alike */
  async progress(tenant: TenantId, id: string): Promise<DeletionJob> {
    const uuid = parseId('job', id);
    const job =
      uuid === undefined ? undefined : await this.tenantDb.read(tenant, (tx) => this.jobs.find(tx, tenant, uuid));
    if (job === undefined) throw DomainError.notFound('job');
    return job;
  }

  /** The key and its answer commit with the last batch: where the process dies before that, a repetition does the rest. */
  private async deleteFound(
    tenant: TenantId,
    filter: MemoryFilter,
    found: readonly MemoryPlace[],
    key: IdempotentRequest | undefined,
  ): Promise<Answer<DeletionResultDto>> {
    const batches = found.length === 0 ? [found] : batchesOf(found);
    const leaving: Promise<boolean>[] = [];
    let deleted = 0;
    for (const [i, batch] of batches.entries()) {
      const before = deleted;
      const removed = await this.tenantDb.run(tenant, (tx) =>
        this.idempotency.once(
          tx,
          i === batches.length - 1 ? key : undefined,
          () => this.removals.remove(tx, tenant, filter, batch),
          ({ length }) => ({ matched: found.length, deleted: before + length }),
        ),
      );
      deleted += removed.length;
      leaving.push(this.indexer.removeSoon(tenant, removed));
    }
    const isLeft = (await Promise.all(leaving)).every(Boolean);
    return new Answer({ matched: found.length, deleted }, isLeft ? {} : { indexing: 'pending' });
  }
}
