import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import type { StoredEvent } from '@mneme/platform/events';
import { formatId } from '@mneme/platform/ids';
import { failureText } from '@mneme/platform/observability';
import { EventLog } from '@mneme/platform/outbox';
import type { EntityManager } from 'typeorm';
import type { AttemptResult } from '../http/attempt-result.js';
import { deliveryPayload } from './delivery-payload.js';
import {
  DeliveryQueueRepository,
  type DueDelivery,
  type EndpointLease,
  type SettledAttempt,
} from './delivery-queue.repository.js';
import { afterAttempts, type EndpointHealth } from '../registration/endpoint-health.js';
import type { RegisteredWebhook } from '../registration/webhook.types.js';
import { WebhookSecrets } from '../registration/webhook-secrets.js';
import type { EndpointKey } from '../scheduling/webhook-system.repository.js';
import { WebhooksRepository } from '../registration/webhooks.repository.js';

/** A lease that is not renewed expires after this time. Longer than an attempt can take. */
const LEASE_MS = 30_000;
const END_BATCH = 1_000;

/** A claimed delivery, with the body to send. */
export interface ClaimedDelivery extends DueDelivery {
  readonly body: string;
  /** Of the request that caused the event; null if it was not traced. */
  readonly traceparent: string | null;
}

/** An attempt, and the state in which it leaves its delivery. */
export interface ReportedAttempt {
  readonly result: AttemptResult;
  readonly settled: SettledAttempt;
}

/** What an endpoint worker reports and asks for. */
export interface ClaimRequest {
  readonly reports: readonly ReportedAttempt[];
  readonly inHand: readonly string[];
  /** Maximum number of deliveries to claim. */
  readonly limit: number;
}

/** The lease on an endpoint and the deliveries that were claimed under it. */
export interface Claim {
  /** When the lease expires; undefined if this process has none and must not deliver. */
  readonly leasedUntil: Date | undefined;
  readonly url: string;
  /** The current secret first. URL and secrets apply to every attempt that starts from now on. */
  readonly secrets: readonly string[];
  readonly deliveries: readonly ClaimedDelivery[];
  /** Whether another claim would find more at once. */
  readonly more: boolean;
}

const FREE: EndpointLease = { owner: null, until: null };
const NOTHING_CLAIMED: Claim = { leasedUntil: undefined, url: '', secrets: [], deliveries: [], more: false };

/**
 * Hands out the deliveries of an endpoint to one process at a time. One transaction, with the endpoint's row locked,
 * writes the results of earlier attempts, takes, renews or returns the lease, and claims more deliveries.
 */
@Injectable()
export class DeliveryClaimsService {
  private readonly logger = new Logger(DeliveryClaimsService.name);
  private readonly owner = randomUUID();

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly webhooks: WebhooksRepository,
    private readonly queue: DeliveryQueueRepository,
    private readonly events: EventLog,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  async settleAndClaim(key: EndpointKey, request: ClaimRequest): Promise<Claim> {
    return this.tenantDb.run(key.tenantId, async (tx) => {
      const webhook = await this.webhooks.lock(tx, key.tenantId, key.webhookId);
      const { reports } = request;
      if (reports.length > 0)
        await this.queue.settle(
          tx,
          key.tenantId,
          reports.map(({ settled }) => settled),
        );
      if (webhook === undefined) return this.forget(tx, key);
      const health = afterAttempts(
        webhook,
        reports.map(({ result }) => result),
      );
      if (health.status === 'inactive') return this.cancel(tx, webhook, health);
      return this.claim(tx, webhook, health, request);
    });
  }

  private async claim(
    tx: EntityManager,
    webhook: RegisteredWebhook,
    health: EndpointHealth,
    { inHand, limit, reports }: ClaimRequest,
  ): Promise<Claim> {
    const { tenantId, id, url } = webhook;
    const now = this.clock.now();
    const foreign = this.foreignLease(webhook, now);
    if (foreign !== undefined) {
      if (reports.length > 0) await this.queue.lease(tx, tenantId, id, foreign, health);
      return NOTHING_CLAIMED;
    }
    const secrets = this.signing(webhook, now);
    const due =
      limit === 0 || secrets === undefined ? [] : await this.queue.due(tx, tenantId, id, { now, inHand, limit });
    const deliveries = await this.withBodies(tx, webhook, due);
    const idle = deliveries.length === 0 && inHand.length === reports.length;
    const leasedUntil = idle ? undefined : new Date(now.getTime() + LEASE_MS);
    const lease = leasedUntil === undefined ? FREE : { owner: this.owner, until: leasedUntil };
    await this.queue.lease(tx, tenantId, id, lease, health);
    if (secrets === undefined) return NOTHING_CLAIMED;
    return { leasedUntil, url, secrets, deliveries, more: due.length === limit && limit > 0 };
  }

  /** The lease of another process, if it has not expired. */
  private foreignLease({ leaseOwner, leaseUntil }: RegisteredWebhook, now: Date): EndpointLease | undefined {
    if (leaseOwner === null || leaseOwner === this.owner || leaseUntil === null || leaseUntil <= now) return undefined;
    return { owner: leaseOwner, until: leaseUntil };
  }

  /** Undefined if no key of this process decrypts them: nothing is claimed, and results are still written. */
  private signing(webhook: RegisteredWebhook, now: Date): string[] | undefined {
    try {
      return this.secrets.signing(webhook, now);
    } catch (error) {
      this.logger.error(`webhook ${formatId('wh', webhook.id)} cannot be signed for: ${failureText(error)}`);
      return undefined;
    }
  }

  /** A delivery whose event no longer exists ends as failed. */
  private async withBodies(
    tx: EntityManager,
    { tenantId }: RegisteredWebhook,
    due: readonly DueDelivery[],
  ): Promise<ClaimedDelivery[]> {
    if (due.length === 0) return [];
    const events = await this.events.find(
      tx,
      tenantId,
      due.map(({ eventId }) => eventId),
    );
    const lost = due.filter(({ eventId }) => !events.has(eventId));
    if (lost.length > 0)
      await this.queue.settle(
        tx,
        tenantId,
        lost.map((delivery) => this.lost(delivery)),
      );
    return due.flatMap((delivery) => {
      const event: StoredEvent | undefined = events.get(delivery.eventId);
      return event === undefined ? [] : [{ ...delivery, body: deliveryPayload(event), traceparent: event.traceparent }];
    });
  }

  private lost({ id, attempts, step }: DueDelivery): SettledAttempt {
    const result = { at: this.clock.now(), latencyMs: 0, statusCode: null, response: null };
    const error = 'the event is no longer kept';
    return { id, number: attempts + 1, step, status: 'failed', nextAttemptAt: null, error, ...result };
  }

  private async cancel(tx: EntityManager, webhook: RegisteredWebhook, health: EndpointHealth): Promise<Claim> {
    const { tenantId, id, status } = webhook;
    if (status === 'active') {
      this.logger.warn(
        `webhook ${formatId('wh', id)} of tenant ${tenantId} is inactive: ${health.disabledReason ?? ''}`,
      );
    }
    await this.queue.lease(tx, tenantId, id, FREE, health);
    const canceled = await this.queue.cancel(tx, tenantId, id, END_BATCH);
    return { ...NOTHING_CLAIMED, more: canceled === END_BATCH };
  }

  private async forget(tx: EntityManager, { tenantId, webhookId }: EndpointKey): Promise<Claim> {
    const removed = await this.queue.forget(tx, tenantId, webhookId, END_BATCH);
    return { ...NOTHING_CLAIMED, more: removed === END_BATCH };
  }
}
