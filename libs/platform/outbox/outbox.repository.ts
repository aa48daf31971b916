import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '../database/tenant-id.js';
import type { StoredEvent } from './stored-event.js';

const COLUMNS = `id uuid, name text, "resourceId" text, sequence integer, data json, "requestId" text, "createdAt" timestamptz`;

/** The events themselves. Only their tenant sees them. */
@Injectable()
export class OutboxRepository {
  /** Writes events and puts them into the queue, in one statement. */
  async insert(tx: EntityManager, tenant: TenantId, events: readonly StoredEvent[]): Promise<void> {
    await tx.query(
      `WITH event AS (SELECT * FROM json_to_recordset($2::json) AS event(${COLUMNS})),
       queued AS (INSERT INTO outbox_queue (tenant_id, event_id, due_at) SELECT $1, id, now() FROM event)
       INSERT INTO outbox_events (tenant_id, id, name, resource_id, sequence, data, request_id, created_at)
       SELECT $1, id, name, "resourceId", sequence, data, "requestId", "createdAt" FROM event`,
      [tenant, JSON.stringify(events)],
    );
  }

  /** Those that are still there, in no order. */
  async find(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<StoredEvent[]> {
    return tx.query<StoredEvent[]>(
      `SELECT id, name, resource_id AS "resourceId", sequence, data, request_id AS "requestId", created_at AS "createdAt"
         FROM outbox_events WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
      [tenant, ids],
    );
  }

  async delete(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<void> {
    await tx.query('DELETE FROM outbox_events WHERE tenant_id = $1 AND id = ANY ($2::uuid[])', [tenant, ids]);
  }

  /** Notes that the tenant has events of today that are kept. */
  async keep(tx: EntityManager, tenant: TenantId): Promise<void> {
    await tx.query(
      `INSERT INTO outbox_days (tenant_id, day) VALUES ($1, (now() AT TIME ZONE 'UTC')::date)
       ON CONFLICT ON CONSTRAINT outbox_days_pk DO NOTHING`,
      [tenant],
    );
  }
}
