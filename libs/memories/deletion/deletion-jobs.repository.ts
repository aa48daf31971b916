import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';
import type { FilterRequest } from '../listing/memory-filter.js';
import type { MemoryPlace } from '../listing/memory-list.repository.js';

/** How long a process has for the next batch before another one takes the job over. */
const LEASE_MS = 30_000;
/** With a pause that doubles from one second to five minutes: about an hour and a quarter of trying. */
const MAX_ATTEMPTS = 20;
const KEPT = '7 days';

/** A deletion that is too large for one request. */
export interface DeletionJob {
  /** UUIDv7 of the moment of the request: memories with later ones stay. */
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed';
  /** As the request has it; null where the job has ended. */
  readonly filter: FilterRequest | null;
  readonly matched: number;
  readonly deleted: number;
  /** Up to here, in the order of creation, nothing is left to delete. */
  readonly afterCreatedAt: Date | null;
  readonly afterId: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A job that a process has in hand. */
export interface ClaimedDeletion {
  readonly tenantId: TenantId;
  readonly jobId: string;
}

/** Jobs are their tenant's; the queue of them has identifiers only, and the system sees all of it. */
@Injectable()
export class DeletionJobsRepository {
  /** To be worked on at once. */
  async add(tx: EntityManager, tenant: TenantId, id: string, filter: FilterRequest, matched: number): Promise<void> {
    await tx.query(
      `WITH queued AS (INSERT INTO deletion_queue (tenant_id, job_id, due_at) VALUES ($1, $2, now()))
       INSERT INTO deletion_jobs (tenant_id, id, state, filter, matched, created_at, updated_at)
       VALUES ($1, $2, 'running', $3::json, $4, now(), now())`,
      [tenant, id, JSON.stringify(filter), matched],
    );
  }

  async find(tx: EntityManager, tenant: TenantId, id: string): Promise<DeletionJob | undefined> {
    const [job] = await tx.query<DeletionJob[]>(
      `SELECT id, state, filter, matched, deleted, after_created_at AS "afterCreatedAt", after_id AS "afterId", error,
              created_at AS "createdAt", updated_at AS "updatedAt"
         FROM deletion_jobs WHERE tenant_id = $1 AND id = $2`,
      [tenant, id],
    );
    return job;
  }

  /**
   * Takes the job that has been due for the longest, of whichever tenant, for the time of a lease; one that another
   * process has is passed over. A job that has ended is due when it is to be forgotten.
   * @param holder UUID of this process
   */
  async claim(tx: EntityManager, holder: string): Promise<ClaimedDeletion | undefined> {
    const [[claimed]] = await tx.query<[ClaimedDeletion[], number]>(
      // Materialised: else a plan may run the inner query more than once and take more than one.
      `WITH due AS MATERIALIZED (
         SELECT ctid AS place FROM deletion_queue WHERE due_at <= now()
          ORDER BY due_at LIMIT (SELECT 1::bigint) FOR UPDATE SKIP LOCKED)
       UPDATE deletion_queue q SET holder = $1, due_at = now() + $2::integer * interval '1 millisecond'
        WHERE q.ctid = ANY (ARRAY(SELECT place FROM due))
       RETURNING q.tenant_id AS "tenantId", q.job_id AS "jobId"`,
      [holder, LEASE_MS],
    );
    return claimed;
  }

  /** For a process that is alone on its database: leases of an earlier one are void. */
  async releaseAll(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE deletion_queue SET holder = NULL, due_at = now() WHERE holder IS NOT NULL');
  }

  /** Prolongs the lease. @returns false where another process has taken the job over */
  async keep(tx: EntityManager, tenant: TenantId, id: string, holder: string): Promise<boolean> {
    const [, kept] = await tx.query<[unknown[], number]>(
      `UPDATE deletion_queue SET due_at = now() + $4::integer * interval '1 millisecond', attempts = 0
        WHERE tenant_id = $1 AND job_id = $2 AND holder = $3`,
      [tenant, id, holder, LEASE_MS],
    );
    return kept > 0;
  }

  /** Gives the job back: it is due again behind the jobs that wait already. */
  async release(tx: EntityManager, tenant: TenantId, id: string, holder: string): Promise<void> {
    await tx.query(
      `UPDATE deletion_queue SET holder = NULL, due_at = now() WHERE tenant_id = $1 AND job_id = $2 AND holder = $3`,
      [tenant, id, holder],
    );
  }

  /** @param reached the last memory of what was looked at; undefined where another process has the job meanwhile */
  async progress(
    tx: EntityManager,
    tenant: TenantId,
    id: string,
    deleted: number,
    reached: MemoryPlace | undefined,
  ): Promise<void> {
    await tx.query(
      `UPDATE deletion_jobs
          SET deleted = deleted + $3::integer, updated_at = now(),
              after_created_at = coalesce($4, after_created_at), after_id = coalesce($5, after_id)
        WHERE tenant_id = $1 AND id = $2`,
      [tenant, id, deleted, reached?.createdAt ?? null, reached?.id ?? null],
    );
  }

  /** Ends a job that the holder still has; what its filter says is not kept. @param error why it failed */
  async end(tx: EntityManager, tenant: TenantId, id: string, holder: string, error: string | null): Promise<void> {
    await tx.query(
      `WITH ended AS (
         UPDATE deletion_queue SET holder = NULL, due_at = now() + interval '${KEPT}'
          WHERE tenant_id = $1 AND job_id = $2 AND holder = $3 RETURNING job_id)
       UPDATE deletion_jobs
          SET state = CASE WHEN $4::text IS NULL THEN 'done' ELSE 'failed' END, error = $4, filter = NULL, updated_at = now()
        WHERE tenant_id = $1 AND id = (SELECT job_id FROM ended)`,
      [tenant, id, holder, error],
    );
  }

  /** Due again after a pause that doubles with each attempt, up to five minutes. @returns false after the last one */
  async postpone(tx: EntityManager, tenant: TenantId, id: string, holder: string): Promise<boolean> {
    const [, postponed] = await tx.query<[unknown[], number]>(
      `UPDATE deletion_queue
          SET holder = NULL, attempts = attempts + 1, due_at = now() + least(300, power(2, attempts)) * interval '1 second'
        WHERE tenant_id = $1 AND job_id = $2 AND holder = $3 AND attempts + 1 < $4`,
      [tenant, id, holder, MAX_ATTEMPTS],
    );
    return postponed > 0;
  }

  async forget(tx: EntityManager, tenant: TenantId, id: string): Promise<void> {
    await tx.query(
      `WITH forgotten AS (DELETE FROM deletion_queue WHERE tenant_id = $1 AND job_id = $2)
       DELETE FROM deletion_jobs WHERE tenant_id = $1 AND id = $2`,
      [tenant, id],
    );
  }
}
