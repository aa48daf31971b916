import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../ids/tenant-id.js';
import type { EventHeader } from '../events/stored-event.js';

/** How long a relay has for the events that it took before another one takes them. */
const LEASE_MS = 15_000;
/** With a pause that doubles from one second to five minutes: about an hour and a quarter of trying. */
const MAX_ATTEMPTS = 20;

/**
 * The rows of tenant $1 and handler $2 for events $3, each looked up by its key: for `= ANY` the planner may read all that
 * waits for a handler of which its statistics know nothing. A row that another process changes meanwhile is left out.
 */
const NAMED = `ctid = ANY (ARRAY(
  SELECT row.ctid FROM unnest($3::uuid[]) AS given(id) CROSS JOIN LATERAL (
    SELECT ctid FROM outbox_handler_queue WHERE tenant_id = $1 AND event_id = given.id AND handler = $2 OFFSET 0) row))`;

/** An event that a handler has not had yet. */
export interface QueuedEvent {
  readonly tenantId: TenantId;
  readonly eventId: string;
  /** How often the handler has failed. */
  readonly attempts: number;
}

/** An event that its handler has now. */
export interface TakenEvent extends EventHeader {
  /** Whether it may have other handlers. Null where the release before wrote it, which knows one. */
  readonly shared: boolean | null;
}

/** What of one tenant waits for one handler that this application does not have. */
export interface StrayEvents {
  readonly tenantId: TenantId;
  readonly handler: string;
  readonly ids: readonly string[];
}

/** How far one handler is behind. */
export interface HandlerState {
  readonly handler: string;
  /** Events that wait for it. */
  readonly waiting: number;
  /** Events that were set aside after too many attempts. */
  readonly dead: number;
  /** How long the oldest has been due. */
  readonly oldestSeconds: number;
}

/** Which events wait for which handler: a row for each of the two. */
@Injectable()
export class OutboxQueueRepository {
  /** The next tenants with events for the handler, after this one in the order of their names. */
  async tenants(tx: EntityManager, handler: string, after: string, limit: number): Promise<TenantId[]> {
    const rows = await tx.query<{ tenant: TenantId }[]>(
      `WITH RECURSIVE next AS (
         (SELECT tenant_id, 1 AS n FROM outbox_handler_queue
           WHERE handler = $1 AND tenant_id > $2 AND dead_at IS NULL ORDER BY tenant_id LIMIT 1)
         UNION ALL
         SELECT q.tenant_id, next.n + 1 FROM next CROSS JOIN LATERAL (
           SELECT tenant_id FROM outbox_handler_queue
            WHERE handler = $1 AND tenant_id > next.tenant_id AND dead_at IS NULL ORDER BY tenant_id LIMIT 1) q
          WHERE next.n < $3::integer)
       SELECT tenant_id AS tenant FROM next ORDER BY n`,
      [handler, after, limit],
    );
    return rows.map((row) => row.tenant);
  }

  /** Takes due events for the time of a lease, up to a limit for each tenant. Events with a lease are skipped. */
  async claim(tx: EntityManager, handler: string, tenants: readonly TenantId[], each: number): Promise<QueuedEvent[]> {
    const [rows] = await tx.query<[QueuedEvent[], number]>(
      // Materialised: a plan that ran the inner query once for each row would take more than the limit.
      `WITH due AS MATERIALIZED (
         SELECT due.* FROM unnest($2::text[]) AS t(tenant) CROSS JOIN LATERAL (
           SELECT tenant_id, event_id FROM outbox_handler_queue
            WHERE handler = $1 AND tenant_id = t.tenant AND due_at <= now() AND dead_at IS NULL
            ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED) due)
       UPDATE outbox_handler_queue q SET due_at = now() + $4::integer * interval '1 millisecond' FROM due
        WHERE q.tenant_id = due.tenant_id AND q.event_id = due.event_id AND q.handler = $1
       RETURNING q.tenant_id AS "tenantId", q.event_id AS "eventId", q.attempts`,
      [handler, tenants, each, LEASE_MS],
    );
    return rows;
  }

  /** Removes events from the queue until the transaction ends one way or the other. Only what it returns is the caller's. */
  async take(tx: EntityManager, tenant: TenantId, handler: string, ids: readonly string[]): Promise<TakenEvent[]> {
    return tx.query<TakenEvent[]>(
      `WITH taken AS (DELETE FROM outbox_handler_queue WHERE ${NAMED} RETURNING event_id, shared)
       SELECT e.id, e.name, e.traceparent, t.shared
         FROM taken t CROSS JOIN LATERAL (
           SELECT id, name, traceparent FROM outbox_events WHERE tenant_id = $1 AND id = t.event_id OFFSET 0) e
        ORDER BY e.id`,
      [tenant, handler, ids],
    );
  }

  /** Puts events into the queue for further handlers. */
  async share(tx: EntityManager, tenant: TenantId, ids: readonly string[], handlers: readonly string[]): Promise<void> {
    await tx.query(
      `WITH more AS (
         UPDATE outbox_events SET needed_by = needed_by + cardinality($3::text[])
          WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) RETURNING id)
       INSERT INTO outbox_handler_queue (tenant_id, event_id, handler, due_at, shared)
       SELECT $1, id, handler, now(), true FROM more CROSS JOIN unnest($3::text[]) AS handler`,
      [tenant, ids, handlers],
    );
  }

  /** Due again after a pause that doubles with each attempt, up to five minutes; set aside after the last one. */
  async postpone(
    tx: EntityManager,
    tenant: TenantId,
    handler: string,
    { ids, reason }: { readonly ids: readonly string[]; readonly reason: string },
  ): Promise<void> {
    await tx.query(
      `UPDATE outbox_handler_queue
          SET attempts = attempts + 1, last_error = $4,
              due_at = now() + least(300, power(2, attempts)) * interval '1 second',
              dead_at = CASE WHEN attempts + 1 >= $5 THEN now() END
        WHERE ${NAMED}`,
      [tenant, handler, ids, reason.slice(0, 500), MAX_ATTEMPTS],
    );
  }

  async revive(tx: EntityManager): Promise<void> {
    await tx.query(
      'UPDATE outbox_handler_queue SET dead_at = NULL, attempts = 0, due_at = now() WHERE dead_at IS NOT NULL',
    );
  }

  /** For a process that is alone on its database: leases of an earlier one are void. */
  async releaseAll(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE outbox_handler_queue SET due_at = now() WHERE due_at > now() AND dead_at IS NULL');
  }

  /** What has waited since before this time for a handler that is none of these. @param limit of events */
  async strays(tx: EntityManager, handlers: readonly string[], before: Date, limit: number): Promise<StrayEvents[]> {
    return tx.query<StrayEvents[]>(
      `SELECT tenant_id AS "tenantId", handler, array_agg(event_id) AS ids
         FROM (SELECT tenant_id, handler, event_id FROM outbox_handler_queue
                WHERE handler <> ALL ($1::text[]) AND due_at < $2 LIMIT $3) stray
        GROUP BY handler, tenant_id ORDER BY handler, tenant_id`,
      [handlers, before, limit],
    );
  }

  /** Only handlers for which something waits or was set aside. */
  async states(tx: EntityManager): Promise<HandlerState[]> {
    return tx.query<HandlerState[]>(
      `SELECT handler, count(*) FILTER (WHERE dead_at IS NULL)::int AS waiting, count(dead_at)::int AS dead,
              coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE dead_at IS NULL AND due_at < now())), 0)::float8
                AS "oldestSeconds"
         FROM outbox_handler_queue GROUP BY handler`,
    );
  }
}
