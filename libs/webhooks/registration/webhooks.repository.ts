import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import type { RegisteredWebhook } from './webhook.types.js';

const COLUMNS = `w.tenant_id AS "tenantId", w.id, w.name, w.url, w.fingerprint, w.events, w.secret,
  w.previous_secret AS "previousSecret", w.previous_secret_until AS "previousSecretUntil",
  w.created_at AS "createdAt", w.updated_at AS "updatedAt", s.status, s.disabled_reason AS "disabledReason",
  s.consecutive_failures AS "consecutiveFailures", s.failing_since AS "failingSince",
  s.last_failure_at AS "lastFailureAt", s.last_delivery_at AS "lastDeliveryAt", s.secret_key_id AS "secretKeyId",
  s.previous_secret_key_id AS "previousSecretKeyId", s.lane_owner AS "leaseOwner", s.lane_until AS "leaseUntil"`;

const SELECT = `SELECT ${COLUMNS} FROM webhooks w
  JOIN webhook_states s ON s.tenant_id = w.tenant_id AND s.webhook_id = w.id
 WHERE w.tenant_id = $1`;

/** The only place with queries on what tenants registered. */
@Injectable()
export class WebhooksRepository {
  /** Holds back other registrations of the tenant until the transaction ends. @returns how many webhooks it has */
  async lockCount(tx: EntityManager, tenant: TenantId): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || $1, 0))`, [tenant]);
    return this.count(tx, tenant);
  }

  async count(tx: EntityManager, tenant: TenantId): Promise<number> {
    const [row] = await tx.query<{ total: number }[]>(
      'SELECT count(*)::int AS total FROM webhooks WHERE tenant_id = $1',
      [tenant],
    );
    return row?.total ?? 0;
  }

  async insert(tx: EntityManager, tenant: TenantId, webhook: RegisteredWebhook): Promise<void> {
    const { id, name, url, fingerprint, events, secret, createdAt, status, secretKeyId } = webhook;
    await tx.query(
      `WITH registered AS (
         INSERT INTO webhooks (tenant_id, id, name, url, fingerprint, events, secret, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8))
       INSERT INTO webhook_states (tenant_id, webhook_id, status, secret_key_id) VALUES ($1, $2, $9, $10)`,
      [tenant, id, name, url, fingerprint, events, secret, createdAt, status, secretKeyId],
    );
  }

  /** Newest first. */
  async list(tx: EntityManager, tenant: TenantId): Promise<RegisteredWebhook[]> {
    return tx.query<RegisteredWebhook[]>(`${SELECT} ORDER BY w.created_at DESC, w.id DESC`, [tenant]);
  }

  async find(tx: EntityManager, tenant: TenantId, id: string): Promise<RegisteredWebhook | undefined> {
    const [webhook] = await tx.query<RegisteredWebhook[]>(`${SELECT} AND w.id = $2`, [tenant, id]);
    return webhook;
  }

  /** Held against everyone else who changes it or delivers to it, until the transaction ends. */
  async lock(tx: EntityManager, tenant: TenantId, id: string): Promise<RegisteredWebhook | undefined> {
    const [webhook] = await tx.query<RegisteredWebhook[]>(`${SELECT} AND w.id = $2 FOR UPDATE`, [tenant, id]);
    return webhook;
  }

  async update(tx: EntityManager, tenant: TenantId, webhook: RegisteredWebhook): Promise<void> {
    const { id, name, url, fingerprint, events, secret, previousSecret, previousSecretUntil, updatedAt } = webhook;
    const { status, disabledReason, consecutiveFailures, failingSince, secretKeyId, previousSecretKeyId } = webhook;
    await tx.query(
      `WITH registered AS (
         UPDATE webhooks
            SET name = $3, url = $4, fingerprint = $5, events = $6, secret = $7, previous_secret = $8,
                previous_secret_until = $9, updated_at = $10
          WHERE tenant_id = $1 AND id = $2)
       UPDATE webhook_states
          SET status = $11, disabled_reason = $12, consecutive_failures = $13, failing_since = $14,
              secret_key_id = $15, previous_secret_key_id = $16
        WHERE tenant_id = $1 AND webhook_id = $2`,
      [
        ...[tenant, id, name, url, fingerprint, events, secret, previousSecret, previousSecretUntil, updatedAt],
        ...[status, disabledReason, consecutiveFailures, failingSince, secretKeyId, previousSecretKeyId],
      ],
    );
  }

  /** In the order in which `lock` takes the rows, so that the two never wait for each other. @returns whether it was there */
  async delete(tx: EntityManager, tenant: TenantId, id: string): Promise<boolean> {
    const [, webhooks] = await tx.query<[unknown, number]>('DELETE FROM webhooks WHERE tenant_id = $1 AND id = $2', [
      tenant,
      id,
    ]);
    await tx.query('DELETE FROM webhook_states WHERE tenant_id = $1 AND webhook_id = $2', [tenant, id]);
    return webhooks > 0;
  }

  /** Active endpoints of the tenant, with the events that each wants. */
  async active(tx: EntityManager, tenant: TenantId): Promise<Pick<RegisteredWebhook, 'id' | 'events'>[]> {
    return tx.query<Pick<RegisteredWebhook, 'id' | 'events'>[]>(
      `SELECT w.id, w.events FROM webhooks w
         JOIN webhook_states s ON s.tenant_id = w.tenant_id AND s.webhook_id = w.id
        WHERE w.tenant_id = $1 AND s.status = 'active'`,
      [tenant],
    );
  }
}
