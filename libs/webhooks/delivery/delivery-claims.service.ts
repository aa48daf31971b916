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
  type LaneHold,
  type SettledAttempt,
} from './delivery-queue.repository.js';
import { afterAttempts, type EndpointHealth } from '../registration/endpoint-health.js';
import type { RegisteredWebhook } from '../registration/webhook.types.js';
import { WebhookSecrets } from '../registration/webhook-secrets.js';
import type { LaneKey } from '../scheduling/webhook-system.repository.js';
import { WebhooksRepository } from '../registration/webhooks.repository.js';

/** A process that has said nothing for so long no longer delivers. Longer than an attempt can take. */
const HOLD_MS = 30_000;
const END_BATCH = 1_000;

/** A delivery in hand, with the body to send. */
export interface ClaimedDelivery extends DueDelivery {
  readonly body: string;
  /** Of what made the event; null where that was not traced. */
  readonly traceparent: string | null;
}

/** An attempt and what it makes of its delivery. */
export interface ReportedAttempt {
  readonly result: AttemptResult;
  readonly settled: SettledAttempt;
}

/** What a process reports of an endpoint and asks for. */
export interface TurnRequest {
  readonly reports: readonly ReportedAttempt[];
  readonly inHand: readonly string[];
  /** Deliveries to claim at most. */
  readonly limit: number;
}

export interface Turn {
  /** Until when this process alone may deliver to the endpoint; undefined where it may not. */
  readonly heldUntil: Date | undefined;
  readonly url: string;
  /** The present one first. These and the URL are those of now, for whatever is begun from now on. */
  readonly secrets: readonly string[];
  readonly deliveries: readonly ClaimedDelivery[];
  /** Whether another turn would find more at once. */
  readonly more: boolean;
}

const FREE: LaneHold = { owner: null, until: null };
const NO_TURN: Turn = { heldUntil: undefined, url: '', secrets: [], deliveries: [], more: false };

/**
 * Gives out the deliveries of an endpoint to one process at a time. In one transaction, with the endpoint's row locked:
 * what came of earlier attempts is written, the endpoint's hold is taken, prolonged or given back, and more is claimed.
 */
@Injectable()
export class DeliveryDesk {
  private readonly logger = new Logger(DeliveryDesk.name);
  private readonly owner = randomUUID();

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly webhooks: WebhooksRepository,
    private readonly queue: DeliveryQueueRepository,
    private readonly events: EventLog,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  async turn(key: LaneKey, request: TurnRequest): Promise<Turn> {
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
    { inHand, limit, reports }: TurnRequest,
  ): Promise<Turn> {
    const { tenantId, id, url, laneOwner, laneUntil } = webhook;
    const now = this.clock.now();
    const foreign = laneOwner !== null && laneOwner !== this.owner && laneUntil !== null && laneUntil > now;
    if (foreign) {
      if (reports.length > 0) await this.queue.hold(tx, tenantId, id, { owner: laneOwner, until: laneUntil }, health);
      return NO_TURN;
    }
    const secrets = this.signing(webhook, now);
    const due =
      limit === 0 || secrets === undefined ? [] : await this.queue.due(tx, tenantId, id, { now, inHand, limit });
    const deliveries = await this.withBodies(tx, webhook, due);
    const idle = deliveries.length === 0 && inHand.length === reports.length;
    const heldUntil = idle ? undefined : new Date(now.getTime() + HOLD_MS);
    const hold = heldUntil === undefined ? FREE : { owner: this.owner, until: heldUntil };
    await this.queue.hold(tx, tenantId, id, hold, health);
    if (secrets === undefined) return NO_TURN;
    return { heldUntil, url, secrets, deliveries, more: due.length === limit && limit > 0 };
  }

  /** Where no key of this process opens them nothing more is begun, and what came of earlier attempts is written. */
  private signing(webhook: RegisteredWebhook, now: Date): string[] | undefined {
    try {
      return this.secrets.signing(webhook, now);
    } catch (error) {
      this.logger.error(`webhook ${formatId('wh', webhook.id)} cannot be signed for: ${failureText(error)}`);
      return undefined;
    }
  }

  /** A delivery whose event is gone can never be made: it ends here. */
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

  private async cancel(tx: EntityManager, webhook: RegisteredWebhook, health: EndpointHealth): Promise<Turn> {
    const { tenantId, id, status } = webhook;
    if (status === 'active') {
      this.logger.warn(
        `webhook ${formatId('wh', id)} of tenant ${tenantId} is inactive: ${health.disabledReason ?? ''}`,
      );
    }
    await this.queue.hold(tx, tenantId, id, FREE, health);
    const canceled = await this.queue.cancel(tx, tenantId, id, END_BATCH);
    return { ...NO_TURN, more: canceled === END_BATCH };
  }

  private async forget(tx: EntityManager, { tenantId, webhookId }: LaneKey): Promise<Turn> {
    const removed = await this.queue.forget(tx, tenantId, webhookId, END_BATCH);
    return { ...NO_TURN, more: removed === END_BATCH };
  }
}
