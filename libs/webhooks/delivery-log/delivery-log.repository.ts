import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import type { DeliveryCursor } from './delivery-cursor.js';
import type { DeliveryStatus, WebhookDelivery } from '../delivery/webhook-delivery.entity.js';

/** One attempt as the log keeps it. */
export interface LoggedAttempt {
  readonly number: number;
  readonly attemptedAt: Date;
  readonly statusCode: number | null;
  readonly latencyMs: number;
  readonly error: string | null;
  readonly response: string | null;
  readonly sent: string | null;
}

export interface DeliveryWindow {
  readonly limit: number;
  /** Rows to pass over; 0 with a cursor. */
  readonly offset: number;
  readonly after: DeliveryCursor | undefined;
}

const COLUMNS = `tenant_id AS "tenantId", id, webhook_id AS "webhookId", event_id AS "eventId", event, status, attempts,
  step, next_attempt_at AS "nextAttemptAt", status_code AS "statusCode", error, created_at AS "createdAt",
  updated_at AS "updatedAt"`;

/** Deliveries as a log: what an endpoint's owner sees. */
@Injectable()
export class DeliveryLogRepository {
  /** Newest first. The planner does not know the limit: it walks the index that has the order. */
  async page(
    tx: EntityManager,
    tenant: TenantId,
    webhookId: string,
    status: DeliveryStatus | undefined,
    { limit, offset, after }: DeliveryWindow,
  ): Promise<WebhookDelivery[]> {
    const parameters: unknown[] = [tenant, webhookId, limit, offset];
    const add = (value: unknown): string => `$${parameters.push(value)}`;
    const ofStatus = status === undefined ? '' : `AND status = ${add(status)}`;
    const beyond =
      after === undefined ? '' : `AND (created_at, id) < (${add(after.createdAt)}, ${add(after.id)}::uuid)`;
    return tx.query<WebhookDelivery[]>(
      `SELECT ${COLUMNS} FROM webhook_deliveries WHERE tenant_id = $1 AND webhook_id = $2 ${ofStatus} ${beyond}
        ORDER BY created_at DESC, id DESC LIMIT (SELECT $3::bigint) OFFSET (SELECT $4::bigint)`,
      parameters,
    );
  }

  /** @param most where counting ends: a log of millions must not be read from end to end */
  async total(
    tx: EntityManager,
    tenant: TenantId,
    webhookId: string,
    status: DeliveryStatus | undefined,
    most: number,
  ): Promise<number> {
    const ofStatus = status === undefined ? '' : 'AND status = $4';
    const [row] = await tx.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM (
         SELECT FROM webhook_deliveries WHERE tenant_id = $1 AND webhook_id = $2 ${ofStatus} LIMIT $3) counted`,
      [tenant, webhookId, most, ...(status === undefined ? [] : [status])],
    );
    return row?.total ?? 0;
  }

  async find(tx: EntityManager, tenant: TenantId, webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
    const [delivery] = await tx.query<WebhookDelivery[]>(
      `SELECT ${COLUMNS} FROM webhook_deliveries WHERE tenant_id = $1 AND id = $3 AND webhook_id = $2`,
      [tenant, webhookId, id],
    );
    return delivery;
  }

  /** Oldest first. */
  async attempts(tx: EntityManager, tenant: TenantId, deliveryId: string): Promise<LoggedAttempt[]> {
    return tx.query<LoggedAttempt[]>(
      `SELECT number, attempted_at AS "attemptedAt", status_code AS "statusCode", latency_ms AS "latencyMs", error,
              response, sent
         FROM webhook_attempts WHERE tenant_id = $1 AND delivery_id = $2 ORDER BY number`,
      [tenant, deliveryId],
    );
  }

  /** Has one more attempt made now; a delivery that is pending keeps its schedule, another gets no more than that one. */
  async attemptNow(tx: EntityManager, tenant: TenantId, id: string, lastStep: number, now: Date): Promise<void> {
    await tx.query(
      `UPDATE webhook_deliveries
          SET step = CASE WHEN status = 'pending' THEN step ELSE $3 END, status = 'pending', next_attempt_at = $4,
              updated_at = $4
        WHERE tenant_id = $1 AND id = $2`,
      [tenant, id, lastStep, now],
    );
  }

  /** Records a delivery that is not queued, because its attempt follows at once. */
  async insert(tx: EntityManager, tenant: TenantId, delivery: WebhookDelivery): Promise<void> {
    const { id, webhookId, eventId, event, status, step, createdAt } = delivery;
    await tx.query(
      `INSERT INTO webhook_deliveries (tenant_id, id, webhook_id, event_id, event, status, step, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [tenant, id, webhookId, eventId, event, status, step, createdAt],
    );
  }
}
