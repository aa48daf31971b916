import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '@mneme/platform/ids';

/** How long the process that wrote a record has for indexing it before the sweep takes over. */
export const INDEX_LEASE_MS = 15_000;
/** With a pause that doubles from one second to five minutes: about an hour and a quarter of trying. */
const MAX_ATTEMPTS = 20;

/** A record whose index entry may differ from it. */
export interface QueueEntry {
  readonly tenantId: TenantId;
  readonly memoryId: string;
  /** The model whose index is meant. */
  readonly modelId: string;
  readonly version: number;
  /** How often it has failed. */
  readonly attempts: number;
}

type Version = Pick<QueueEntry, 'memoryId' | 'modelId' | 'version'>;

/** Which records wait for the index. PostgreSQL is the truth; an index run records its result here. */
@Injectable()
export class IndexQueueRepository {
  /** Takes due entries of these models for the time of a lease, oldest first; entries that others hold are passed over. */
  async claim(tx: EntityManager, limit: number, models: readonly string[]): Promise<QueueEntry[]> {
    const [rows] = await tx.query<[QueueEntry[], number]>(
      // Materialised: else a plan may run the inner query more than once and take more than its limit.
      `WITH due AS MATERIALIZED (
         SELECT ctid AS place FROM index_queue
          WHERE due_at <= now() AND dead_at IS NULL AND model_id = ANY ($3::text[])
          ORDER BY due_at LIMIT (SELECT $1::bigint) FOR UPDATE SKIP LOCKED)
       UPDATE index_queue q SET due_at = now() + $2::integer * interval '1 millisecond'
        WHERE q.ctid = ANY (ARRAY(SELECT place FROM due))
       RETURNING q.tenant_id AS "tenantId", q.memory_id AS "memoryId", q.model_id AS "modelId", q.version, q.attempts`,
      [limit, INDEX_LEASE_MS, models],
    );
    return rows;
  }

  /** Removes entries whose record has not changed since; a newer version stays queued. */
  async confirm(tx: EntityManager, tenant: TenantId, done: readonly Version[]): Promise<void> {
    await tx.query(`DELETE FROM index_queue WHERE ${PLACES}`, [tenant, JSON.stringify(done)]);
  }

  /** Due again in a second without counting as a failure: the entries are not at fault: a dependency is unavailable. */
  async release(tx: EntityManager, tenant: TenantId, entries: readonly Version[], reason: string): Promise<void> {
    await tx.query(`UPDATE index_queue SET due_at = now() + interval '1 second', last_error = $3 WHERE ${PLACES}`, [
      tenant,
      JSON.stringify(entries),
      reason.slice(0, 500),
    ]);
  }

  /** Due again after a pause that doubles with each attempt, up to five minutes; set aside after the last one. */
  async postpone(tx: EntityManager, tenant: TenantId, failed: readonly Version[], error: string): Promise<void> {
    await tx.query(
      `UPDATE index_queue
          SET attempts = attempts + 1, last_error = $3,
              due_at = now() + least(300, power(2, attempts)) * interval '1 second',
              dead_at = CASE WHEN attempts + 1 >= $4 THEN now() END
        WHERE ${PLACES}`,
      [tenant, JSON.stringify(failed), error.slice(0, 500), MAX_ATTEMPTS],
    );
  }

  /** For a process that is alone on its database: leases of an earlier one are void. */
  async releaseAll(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE index_queue SET due_at = now() WHERE due_at > now() AND dead_at IS NULL');
  }

  /** Gives every entry that was set aside another round of attempts. @returns how many there were */
  async revive(tx: EntityManager): Promise<number> {
    const [, revived] = await tx.query<[unknown[], number]>(
      'UPDATE index_queue SET dead_at = NULL, attempts = 0, due_at = now() WHERE dead_at IS NOT NULL',
    );
    return revived;
  }

  /** How many entries wait, how many were set aside, and how long the oldest has been due. */
  async state(tx: EntityManager): Promise<{ waiting: number; dead: number; oldestSeconds: number }> {
    const [row] = await tx.query<{ waiting: number; dead: number; oldestSeconds: number }[]>(
      `SELECT count(*) FILTER (WHERE dead_at IS NULL)::int AS waiting, count(dead_at)::int AS dead,
              coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE dead_at IS NULL AND due_at < now())), 0)::float8
                AS "oldestSeconds"
         FROM index_queue`,
    );
    return row ?? { waiting: 0, dead: 0, oldestSeconds: 0 };
  }
}

/**
 * $2: JSON of entries. Each is looked up by itself: a plan that joins them with all that waits takes as long as the queue
 * is. They are held before they are named by their place: PostgreSQL below 15.15, 16.11 and 17.7 does not look again at
 * what it waited for where a place is given.
 */
const PLACES = `ctid = ANY (ARRAY(
         SELECT place FROM json_to_recordset($2::json) AS given("memoryId" uuid, "modelId" text, version integer)
          CROSS JOIN LATERAL (
            SELECT q.ctid AS place FROM index_queue q
             WHERE q.tenant_id = $1 AND q.memory_id = given."memoryId" AND q.model_id = given."modelId"
               AND q.version = given.version FOR UPDATE) AS held))`;
