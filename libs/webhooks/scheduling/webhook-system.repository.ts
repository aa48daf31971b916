import { Injectable } from '@nestjs/common';
import type { TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';

/** An endpoint of any tenant. */
export interface EndpointKey {
  readonly tenantId: TenantId;
  readonly webhookId: string;
}

/** A part of the endpoints with something pending, in the order of tenants and identifiers. */
export interface EndpointWindow {
  /** The last one of the part before; undefined: from the first one on. */
  readonly after: EndpointKey | undefined;
  readonly limit: number;
}

/** The endpoints of a window. */
export interface WaitingEndpoints {
  readonly endpoints: readonly EndpointKey[];
  /** Where the next part begins; undefined at the end. */
  readonly last: EndpointKey | undefined;
}

/** How delivery fares, over all tenants. */
export interface WebhookTotals {
  /** Endpoints with something due. */
  readonly waiting: number;
  /** How long the oldest has been due. */
  readonly oldestSeconds: number;
  /** Endpoints that the service has made inactive. */
  readonly disabled: number;
  /** Webhooks by the key that their secret was sealed with. */
  readonly secrets: Readonly<Record<string, number>>;
}

/** Steps from endpoint to endpoint through the index of what is pending, however much there is for one of them. */
const PENDING_ENDPOINTS = `
  WITH RECURSIVE endpoint AS (
    (SELECT tenant_id, webhook_id, 1 AS n FROM webhook_deliveries
      WHERE next_attempt_at IS NOT NULL AND (tenant_id, webhook_id) > ($2, $3::uuid)
      ORDER BY tenant_id, webhook_id LIMIT 1)
    UNION ALL
    SELECT following.tenant_id, following.webhook_id, e.n + 1
      FROM endpoint e
      CROSS JOIN LATERAL (
        SELECT d.tenant_id, d.webhook_id FROM webhook_deliveries d
         WHERE d.next_attempt_at IS NOT NULL AND (d.tenant_id, d.webhook_id) > (e.tenant_id, e.webhook_id)
         ORDER BY d.tenant_id, d.webhook_id LIMIT 1) following
     WHERE e.n < $4::integer)`;
/** Stands before every endpoint. */
const NO_ENDPOINT = ['', '00000000-0000-0000-0000-000000000000'] as const;
const ALL = 2 ** 31 - 1;

/** Looks for work over all tenants. Sees identifiers, times and states, and nothing that a tenant stored. */
@Injectable()
export class WebhookSystemRepository {
  /** The endpoints of a window with due deliveries and no lease. */
  async waitingEndpoints(tx: EntityManager, now: Date, { after, limit }: EndpointWindow): Promise<WaitingEndpoints> {
    const rows = await tx.query<(EndpointKey & { readonly waits: boolean })[]>(
      `${PENDING_ENDPOINTS}
       SELECT e.tenant_id AS "tenantId", e.webhook_id AS "webhookId",
              (SELECT min(d.next_attempt_at) FROM webhook_deliveries d
                WHERE d.tenant_id = e.tenant_id AND d.webhook_id = e.webhook_id
                  AND d.next_attempt_at IS NOT NULL) <= $1
              AND ((SELECT s.lane_until FROM webhook_states s
                     WHERE s.tenant_id = e.tenant_id AND s.webhook_id = e.webhook_id) > $1) IS NOT TRUE AS waits
         FROM endpoint e ORDER BY e.n`,
      [now, after?.tenantId ?? NO_ENDPOINT[0], after?.webhookId ?? NO_ENDPOINT[1], limit],
    );
    return { endpoints: rows.filter(({ waits }) => waits), last: rows.length < limit ? undefined : rows.at(-1) };
  }

  /** For a process that is alone on its database: what an earlier one had in hand is free. */
  async releaseLeases(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE webhook_states SET lane_owner = NULL, lane_until = NULL WHERE lane_owner IS NOT NULL');
  }

  async totals(tx: EntityManager, now: Date): Promise<WebhookTotals> {
    const [row] = await tx.query<WebhookTotals[]>(
      `${PENDING_ENDPOINTS},
       head AS (
         SELECT (SELECT min(d.next_attempt_at) FROM webhook_deliveries d
                  WHERE d.tenant_id = e.tenant_id AND d.webhook_id = e.webhook_id
                    AND d.next_attempt_at IS NOT NULL) AS due_at FROM endpoint e)
       SELECT count(*) FILTER (WHERE due_at <= $1)::int AS waiting,
              greatest(0, coalesce(extract(epoch FROM $1::timestamptz - min(due_at)), 0))::float8 AS "oldestSeconds",
              (SELECT count(*)::int FROM webhook_states WHERE disabled_reason IS NOT NULL) AS disabled,
              (SELECT coalesce(json_object_agg(key, webhooks), '{}') FROM (
                 SELECT secret_key_id AS key, count(*)::int AS webhooks FROM webhook_states GROUP BY 1) keys) AS secrets
         FROM head`,
      [now, ...NO_ENDPOINT, ALL],
    );
    return row ?? { waiting: 0, oldestSeconds: 0, disabled: 0, secrets: {} };
  }

  /** Webhooks with a secret that was sealed with this key. */
  async sealedWith(tx: EntityManager, keyId: string, limit: number): Promise<EndpointKey[]> {
    return tx.query<EndpointKey[]>(
      `SELECT tenant_id AS "tenantId", webhook_id AS "webhookId" FROM webhook_states
        WHERE secret_key_id = $1 OR previous_secret_key_id = $1 LIMIT $2`,
      [keyId, limit],
    );
  }

  /** Deliveries that are over and older than this. */
  async outdated(
    tx: EntityManager,
    before: Date,
    limit: number,
  ): Promise<{ readonly tenantId: TenantId; readonly id: string }[]> {
    return tx.query(
      `SELECT tenant_id AS "tenantId", id FROM webhook_deliveries
        WHERE next_attempt_at IS NULL AND created_at < $1 ORDER BY created_at LIMIT $2`,
      [before, limit],
    );
  }
}
