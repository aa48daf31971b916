import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import type { EndpointHealth } from '../registration/endpoint-health.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

/** A delivery that is due. */
export type DueDelivery = Pick<WebhookDelivery, 'id' | 'eventId' | 'event' | 'attempts' | 'step'>;

/** What an attempt makes of its delivery, and what the log keeps of it. */
export interface SettledAttempt extends Pick<
  WebhookDelivery,
  'id' | 'status' | 'step' | 'nextAttemptAt' | 'statusCode' | 'error'
> {
  /** Of the attempt, from 1. */
  readonly number: number;
  readonly at: Date;
  readonly latencyMs: number;
  readonly response: string | null;
  /** The body, where no stored event has it. */
  readonly sent?: string;
}

/** Which process delivers to an endpoint, and for how long; both null where none does. */
export interface EndpointLease {
  readonly owner: string | null;
  readonly until: Date | null;
}

const ATTEMPT = `id uuid, number smallint, status text, step smallint, "nextAttemptAt" timestamptz,
  "statusCode" smallint, error text, at timestamptz, "latencyMs" integer, response text, sent text`;

/** Deliveries as work to be done, one endpoint at a time. */
@Injectable()
export class DeliveryQueueRepository {
  /** One delivery for each event and endpoint, due now; one that exists already is left as it is. */
  async enqueue(
    tx: EntityManager,
    tenant: TenantId,
    deliveries: readonly Pick<WebhookDelivery, 'id' | 'webhookId' | 'eventId' | 'event'>[],
    now: Date,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO webhook_deliveries
         (tenant_id, id, webhook_id, event_id, event, status, next_attempt_at, created_at, updated_at)
       SELECT $1, id, "webhookId", "eventId", event, 'pending', $3, $3, $3
         FROM json_to_recordset($2::json) AS delivery(id uuid, "webhookId" uuid, "eventId" uuid, event text)
       ON CONFLICT (tenant_id, event_id, webhook_id) DO NOTHING`,
      [tenant, JSON.stringify(deliveries), now],
    );
  }

  /** The longest due, without those in hand. */
  async due(
    tx: EntityManager,
    tenant: TenantId,
    webhookId: string,
    query: { readonly now: Date; readonly inHand: readonly string[]; readonly limit: number },
  ): Promise<DueDelivery[]> {
    return tx.query<DueDelivery[]>(
      `SELECT id, event_id AS "eventId", event, attempts, step FROM webhook_deliveries
        WHERE tenant_id = $1 AND webhook_id = $2 AND next_attempt_at <= $3 AND id <> ALL ($4::uuid[])
        ORDER BY next_attempt_at, id LIMIT $5`,
      [tenant, webhookId, query.now, query.inHand, query.limit],
    );
  }

  /**
   * Writes what came of attempts; one that another process has made meanwhile counts only once. An attempt that was asked for
   * since this one began is made as well.
   */
  async settle(tx: EntityManager, tenant: TenantId, attempts: readonly SettledAttempt[]): Promise<void> {
    await tx.query(
      `WITH attempt AS (SELECT * FROM json_to_recordset($2::json) AS attempt(${ATTEMPT})),
       settled AS (
         UPDATE webhook_deliveries d
            SET attempts = a.number, step = a.step, status_code = a."statusCode", error = a.error, updated_at = a.at,
                status = CASE WHEN d.status = 'canceled' AND a.status = 'pending' THEN 'canceled'
                              WHEN d.next_attempt_at > a.at THEN d.status ELSE a.status END,
                next_attempt_at = CASE WHEN d.status = 'canceled' THEN NULL
                                       WHEN d.next_attempt_at > a.at THEN d.next_attempt_at ELSE a."nextAttemptAt" END
           FROM attempt a WHERE d.tenant_id = $1 AND d.id = a.id AND d.attempts = a.number - 1
         RETURNING d.id)
       INSERT INTO webhook_attempts (tenant_id, delivery_id, number, attempted_at, status_code, latency_ms, error, response, sent)
       SELECT $1, a.id, a.number, a.at, a."statusCode", a."latencyMs", a.error, a.response, a.sent
         FROM attempt a JOIN settled USING (id)`,
      [tenant, JSON.stringify(attempts)],
    );
  }

  async lease(
    tx: EntityManager,
    tenant: TenantId,
    webhookId: string,
    { owner, until }: EndpointLease,
    health: EndpointHealth,
  ): Promise<void> {
    const { status, disabledReason, consecutiveFailures, failingSince, lastFailureAt, lastDeliveryAt } = health;
    await tx.query(
      `UPDATE webhook_states
          SET lane_owner = $3, lane_until = $4, status = $5, disabled_reason = $6, consecutive_failures = $7,
              failing_since = $8, last_failure_at = $9, last_delivery_at = $10
        WHERE tenant_id = $1 AND webhook_id = $2`,
      [
        ...[tenant, webhookId, owner, until, status, disabledReason, consecutiveFailures],
        ...[failingSince, lastFailureAt, lastDeliveryAt],
      ],
    );
  }

  /** Ends what is pending for an endpoint that is inactive. @returns how many, at most the limit */
  async cancel(tx: EntityManager, tenant: TenantId, webhookId: string, limit: number): Promise<number> {
    const [, canceled] = await tx.query<[unknown, number]>(
      `UPDATE webhook_deliveries SET status = 'canceled', next_attempt_at = NULL, updated_at = now()
        WHERE tenant_id = $1 AND id = ANY (ARRAY(
          SELECT id FROM webhook_deliveries
           WHERE tenant_id = $1 AND webhook_id = $2 AND next_attempt_at IS NOT NULL LIMIT $3))`,
      [tenant, webhookId, limit],
    );
    return canceled;
  }

  /** Removes the log of an endpoint that is gone. @returns how many deliveries, at most the limit */
  async forget(tx: EntityManager, tenant: TenantId, webhookId: string, limit: number): Promise<number> {
    const rows = await tx.query<{ id: string }[]>(
      'SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND webhook_id = $2 LIMIT $3',
      [tenant, webhookId, limit],
    );
    const ids = rows.map(({ id }) => id);
    await this.remove(tx, tenant, ids);
    return ids.length;
  }

  async remove(tx: EntityManager, tenant: TenantId, ids: readonly string[]): Promise<void> {
    await tx.query(
      `WITH log AS (DELETE FROM webhook_attempts WHERE tenant_id = $1 AND delivery_id = ANY ($2::uuid[]))
       DELETE FROM webhook_deliveries WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`,
      [tenant, ids],
    );
  }
}
