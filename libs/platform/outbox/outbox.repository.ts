import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../ids/tenant-id.js';
import type { StoredEvent } from '../events/stored-event.js';

const COLUMNS = `id uuid, name text, "resourceId" text, sequence integer, data json, "requestId" text, "createdAt" timestamptz,
  traceparent text`;

const HOLD = { shared: 'pg_advisory_xact_lock_shared', alone: 'pg_advisory_xact_lock' } as const;

/** The tenant's rows of events $2, each looked up by its key. Right only where this transaction has locked them before. */
const NAMED = `ctid = ANY (ARRAY(
  SELECT row.ctid FROM unnest($2::uuid[]) AS given(id) CROSS JOIN LATERAL (
    SELECT ctid FROM outbox_events WHERE tenant_id = $1 AND id = given.id OFFSET 0) row))`;

/** For whom events are written. */
export interface Recipients {
  /** The names of the handlers that have them. */
  readonly handlers: readonly string[];
  /** Whether events of this name may have several. */
  readonly shared: boolean;
}

/** The events themselves. Only their tenant sees them. */
@Injectable()
export class OutboxRepository {
  /**
   * Writes events and puts them into the queue for each of the handlers, in one statement; one that was written before is
   * left as it is.
   */
  async insert(
    tx: EntityManager,
    tenant: TenantId,
    events: readonly StoredEvent[],
    { handlers, shared }: Recipients,
  ): Promise<void> {
    await tx.query(
      `WITH event AS (SELECT * FROM json_to_recordset($2::json) AS event(${COLUMNS})),
       written AS (
         INSERT INTO outbox_events
           (tenant_id, id, name, resource_id, sequence, data, request_id, created_at, traceparent, needed_by)
         SELECT $1, id, name, "resourceId", sequence, data, "requestId", "createdAt", traceparent,
                cardinality($3::text[]) FROM event
         ON CONFLICT ON CONSTRAINT outbox_events_pk DO NOTHING RETURNING id)
       INSERT INTO outbox_handler_queue (tenant_id, event_id, handler, due_at, shared)
       SELECT $1, id, handler, now(), $4::boolean FROM written CROSS JOIN unnest($3::text[]) AS handler`,
      [tenant, JSON.stringify(events), handlers, shared],
    );
  }

  /** Who wants events of the tenant stays the same until the transaction ends, for those who hold it too. */
  async holdWanters(tx: EntityManager, tenant: TenantId, how: keyof typeof HOLD): Promise<void> {
    await tx.query(`SELECT ${HOLD[how]}(hashtextextended('wanters of events ' || $1, 0))`, [tenant]);
  }

  /** Those that are still there, in no order. */
  async find(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<StoredEvent[]> {
    return tx.query<StoredEvent[]>(
      `SELECT id, name, resource_id AS "resourceId", sequence, data, request_id AS "requestId", created_at AS "createdAt",
              traceparent
         FROM outbox_events WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
      [tenant, ids],
    );
  }

  async delete(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<void> {
    await tx.query('DELETE FROM outbox_events WHERE tenant_id = $1 AND id = ANY ($2::uuid[])', [tenant, ids]);
  }

  /**
   * One handler of each of these events, which may have several, does not need it any more; an event that no handler
   * needs is deleted. Handlers that finish at once wait here for each other.
   * @param ids in their order
   */
  async dismiss(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<void> {
    const parameters = [tenant, ids];
    const locked = `SELECT count(*) FROM unnest($2::uuid[]) AS given(id) CROSS JOIN LATERAL (
      SELECT FROM outbox_events WHERE tenant_id = $1 AND id = given.id OFFSET 0 FOR NO KEY UPDATE) row`;
    await tx.query(locked, parameters);
    await tx.query(
      `WITH gone AS (DELETE FROM outbox_events WHERE ${NAMED} AND needed_by <= 1)
       UPDATE outbox_events SET needed_by = needed_by - 1 WHERE ${NAMED} AND needed_by > 1`,
      parameters,
    );
  }

  /** Notes that the tenant has events of today that are kept. */
  async keep(tx: EntityManager, tenant: TenantId): Promise<void> {
    await tx.query(
      `INSERT INTO outbox_days (tenant_id, day) VALUES ($1, (now() AT TIME ZONE 'UTC')::date)
       ON CONFLICT ON CONSTRAINT outbox_days_pk DO NOTHING`,
      [tenant],
    );
  }

  /** A day, `2026-01-31`, no later than this one of which a tenant still has events. */
  async oldestDay(tx: EntityManager, last: string): Promise<{ tenantId: TenantId; day: string } | undefined> {
    const [row] = await tx.query<{ tenantId: TenantId; day: string }[]>(
      `SELECT tenant_id AS "tenantId", day::text FROM outbox_days WHERE day <= $1::date ORDER BY day LIMIT 1`,
      [last],
    );
    return row;
  }

  async forgetDay(tx: EntityManager, tenant: TenantId, day: string): Promise<void> {
    await tx.query('DELETE FROM outbox_days WHERE tenant_id = $1 AND day = $2::date', [tenant, day]);
  }

  /** Oldest first, also from the queue, where only what was set aside can be so old. @returns how many were removed */
  async deleteBefore(tx: EntityManager, tenant: TenantId, id: string, limit: number): Promise<number> {
    const [row] = await tx.query<{ n: number }[]>(
      `WITH old AS MATERIALIZED (
         SELECT array_agg(id) AS ids FROM (
           SELECT id FROM outbox_events WHERE tenant_id = $1 AND id < $2::uuid ORDER BY id LIMIT $3) AS oldest),
       unqueued AS (DELETE FROM outbox_handler_queue WHERE tenant_id = $1 AND event_id = ANY ((SELECT ids FROM old)::uuid[])),
       removed AS (
         DELETE FROM outbox_events WHERE tenant_id = $1 AND id = ANY ((SELECT ids FROM old)::uuid[]) RETURNING 1)
       SELECT count(*)::int AS n FROM removed`,
      [tenant, id, limit],
    );
    return row?.n ?? 0;
  }
}
