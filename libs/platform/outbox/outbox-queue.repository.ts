import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../database/tenant-id.js';
import type { EventHeader } from './stored-event.js';

/** How long a relay has for the events that it took before another one takes them. */
const LEASE_MS = 15_000;
/** With a pause that doubles from one second to five minutes: about an hour and a quarter of trying. */
const MAX_ATTEMPTS = 20;

/** An event that no handler has had yet. */
export interface QueuedEvent {
  readonly tenantId: TenantId;
  readonly eventId: string;
  /** How often its handler has failed. */
  readonly attempts: number;
}

export interface OutboxState {
  /** Events that wait for their handler. */
  readonly waiting: number;
  /** Events that were set aside after too many attempts. */
  readonly dead: number;
  /** How long the oldest has been due. */
  readonly oldestSeconds: number;
}

/** Which events wait for their handler. */
@Injectable()
export class OutboxQueueRepository {
  /** The next tenants with events in the queue, after this one in the order of their names. */
  async tenants(tx: EntityManager, after: string, limit: number): Promise<TenantId[]> {
    const rows = await tx.query<{ tenant: TenantId }[]>(
      `WITH RECURSIVE next AS (
         (SELECT tenant_id, 1 AS n FROM outbox_queue WHERE tenant_id > $1 AND dead_at IS NULL ORDER BY tenant_id LIMIT 1)
         UNION ALL
         SELECT q.tenant_id, next.n + 1 FROM next CROSS JOIN LATERAL (
           SELECT tenant_id FROM outbox_queue WHERE tenant_id > next.tenant_id AND dead_at IS NULL
            ORDER BY tenant_id LIMIT 1) q
          WHERE next.n < $2::integer)
       SELECT tenant_id AS tenant FROM next ORDER BY n`,
      [after, limit],
    );
    return rows.map((row) => row.tenant);
  }

  /** Takes due events for the time of a lease, at most so many of each tenant; what others hold is passed over. */
  async claim(tx: EntityManager, tenants: readonly TenantId[], each: number): Promise<QueuedEvent[]> {
    const [rows] = await tx.query<[QueuedEvent[], number]>(
      // Materialised: a plan that ran the inner query once for each row would take more than the limit.
      `WITH due AS MATERIALIZED (
         SELECT due.* FROM unnest($1::text[]) AS t(tenant) CROSS JOIN LATERAL (
           SELECT tenant_id, event_id FROM outbox_queue
            WHERE tenant_id = t.tenant AND due_at <= now() AND dead_at IS NULL
            ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED) due)
       UPDATE outbox_queue q SET due_at = now() + $3::integer * interval '1 millisecond' FROM due
        WHERE q.tenant_id = due.tenant_id AND q.event_id = due.event_id
       RETURNING q.tenant_id AS "tenantId", q.event_id AS "eventId", q.attempts`,
      [tenants, each, LEASE_MS],
    );
    return rows;
  }

  /** Removes events from the queue until the transaction ends one way or the other. Only what it returns is the caller's. */
  async take(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<EventHeader[]> {
    return tx.query<EventHeader[]>(
      `WITH taken AS (
         DELETE FROM outbox_queue WHERE tenant_id = $1 AND event_id = ANY ($2::uuid[]) RETURNING event_id)
       SELECT e.id, e.name, e.traceparent FROM taken t JOIN outbox_events e ON e.tenant_id = $1 AND e.id = t.event_id ORDER BY e.id`,
      [tenant, ids],
    );
  }

  /** Due again after a pause that doubles with each attempt, up to five minutes; set aside after the last one. */
  async postpone(tx: EntityManager, tenant: TenantId, ids: readonly string[], error: string): Promise<void> {
    await tx.query(
      `UPDATE outbox_queue
          SET attempts = attempts + 1, last_error = $3,
              due_at = now() + least(300, power(2, attempts)) * interval '1 second',
              dead_at = CASE WHEN attempts + 1 >= $4 THEN now() END
        WHERE tenant_id = $1 AND event_id = ANY ($2::uuid[])`,
      [tenant, ids, error.slice(0, 500), MAX_ATTEMPTS],
    );
  }

  async revive(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE outbox_queue SET dead_at = NULL, attempts = 0, due_at = now() WHERE dead_at IS NOT NULL');
  }

  /** For a process that is alone on its database: leases of an earlier one are void. */
  async releaseAll(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE outbox_queue SET due_at = now() WHERE due_at > now() AND dead_at IS NULL');
  }

  async state(tx: EntityManager): Promise<OutboxState> {
    const [row] = await tx.query<OutboxState[]>(
      `SELECT count(*) FILTER (WHERE dead_at IS NULL)::int AS waiting, count(dead_at)::int AS dead,
              coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE dead_at IS NULL AND due_at < now())), 0)::float8
                AS "oldestSeconds"
         FROM outbox_queue`,
    );
    return row ?? { waiting: 0, dead: 0, oldestSeconds: 0 };
  }
}
