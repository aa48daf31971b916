import { Injectable } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { parseId, type TenantId } from '@mneme/platform/ids';
import { EventLog } from '@mneme/platform/outbox';
import type { EntityManager } from 'typeorm';
import { DeliveryLogRepository, type LoggedAttempt } from './delivery-log.repository.js';
import { decodeDeliveryCursor, encodeDeliveryCursor } from './delivery-cursor.js';
import { deliveryPayload } from '../delivery/delivery-payload.js';
import { DeliveryScheduler } from '../scheduling/delivery-scheduler.js';
import type { ListDeliveriesQuery } from '../dto/list-deliveries.query.js';
import type { RegisteredWebhook } from '../registration/webhook.types.js';
import { ATTEMPT_DELAYS } from '../http/retry-schedule.js';
import type { WebhookDelivery } from '../delivery/webhook-delivery.entity.js';
import { webhookUuid } from '../registration/webhooks.service.js';
import { WebhooksRepository } from '../registration/webhooks.repository.js';

/** One page of a log. */
export interface DeliveryPage {
  readonly deliveries: readonly WebhookDelivery[];
  readonly page: number;
  readonly limit: number;
  /** Exact up to MAX_COUNTED, which stands for more. */
  readonly total: number;
  readonly nextCursor: string | undefined;
}

/** A delivery with what was sent and what came back. */
export interface DeliveryDetail {
  readonly delivery: WebhookDelivery;
  readonly url: string;
  /** As it was signed; null where the event is no longer kept. */
  readonly body: string | null;
  readonly attempts: readonly LoggedAttempt[];
}

const DEFAULT_LIMIT = 50;
/** A log may hold millions of deliveries. Only this many are counted and have numbered pages; a cursor reaches all of them at the same cost. */
const MAX_COUNTED = 10_000;

/** The delivery log of a webhook, 30 days of it. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly tenantDb: TenantDb,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveryLogRepository,
    private readonly events: EventLog,
    private readonly scheduler: DeliveryScheduler,
    private readonly clock: Clock,
  ) {}

  /** Newest first. @throws DomainError notFound, or validation for a cursor that is none */
  async page(tenant: TenantId, webhookId: string, query: ListDeliveriesQuery): Promise<DeliveryPage> {
    const { status, limit = DEFAULT_LIMIT } = query;
    if (query.cursor !== undefined && query.page !== undefined) {
      throw DomainError.validation('page cannot be given beside cursor, which already says it', 'page');
    }
    const after = query.cursor === undefined ? undefined : decodeDeliveryCursor(query.cursor);
    const page = after?.page ?? query.page ?? 1;
    const offset = after === undefined ? (page - 1) * limit : 0;
    if (offset >= MAX_COUNTED) {
      throw DomainError.validation(
        `page must begin within the first ${MAX_COUNTED} deliveries; go on with cursor`,
        'page',
      );
    }
    return this.tenantDb.run(tenant, async (tx) => {
      const { id } = await this.webhook(tx, tenant, webhookId);
      const total = await this.deliveries.total(tx, tenant, id, status, MAX_COUNTED);
      // One more than the page: whether another follows is seen, not reckoned from a total that changes meanwhile.
      const found = await this.deliveries.page(tx, tenant, id, status, { limit: limit + 1, offset, after });
      const deliveries = found.slice(0, limit);
      const last = found.length > limit ? deliveries.at(-1) : undefined;
      return { deliveries, page, limit, total, nextCursor: last && encodeDeliveryCursor(last, page + 1) };
    });
  }

  /** @throws DomainError notFound */
  async get(tenant: TenantId, webhookId: string, deliveryId: string): Promise<DeliveryDetail> {
    return this.tenantDb.run(tenant, async (tx) => {
      const { url, delivery } = await this.find(tx, tenant, webhookId, deliveryId);
      const attempts = await this.deliveries.attempts(tx, tenant, delivery.id);
      const event = (await this.events.find(tx, tenant, [delivery.eventId])).get(delivery.eventId);
      const body = event === undefined ? (attempts[0]?.sent ?? null) : deliveryPayload(event);
      return { delivery, url, body, attempts };
    });
  }

  /** Records a delivery that was canceled before its first attempt: a sample. @param ids UUIDs of it, its webhook and its event */
  async addCanceled(
    tx: EntityManager,
    tenant: TenantId,
    ids: Pick<WebhookDelivery, 'id' | 'webhookId' | 'eventId'>,
    event: string,
  ): Promise<void> {
    const createdAt = this.clock.now();
    const none = { attempts: 0, step: 0, nextAttemptAt: null, statusCode: null, error: null };
    const delivery = {
      ...ids,
      ...none,
      tenantId: tenant,
      event,
      status: 'canceled',
      createdAt,
      updatedAt: createdAt,
    } as const;
    await this.deliveries.insert(tx, tenant, delivery);
  }

  /**
   * Has a delivery attempted once more, now, under the same webhook-id.
   * @throws DomainError notFound, or validation where the webhook is inactive or the event no longer kept
   */
  async redeliver(tenant: TenantId, webhookId: string, deliveryId: string): Promise<WebhookDelivery> {
    return this.tenantDb.run(tenant, async (tx) => {
      const { status, delivery } = await this.find(tx, tenant, webhookId, deliveryId);
      if (status === 'inactive') throw DomainError.validation('the webhook is inactive: make it active first');
      if (!(await this.events.find(tx, tenant, [delivery.eventId])).has(delivery.eventId)) {
        throw DomainError.validation('the event is no longer kept, or was a test');
      }
      await this.deliveries.attemptNow(tx, tenant, delivery.id, ATTEMPT_DELAYS.length - 1, this.clock.now());
      this.scheduler.afterCommit(tx, tenant, [delivery.webhookId]);
      return found(await this.deliveries.find(tx, tenant, delivery.webhookId, delivery.id));
    });
  }

  private async find(
    tx: EntityManager,
    tenant: TenantId,
    webhookId: string,
    deliveryId: string,
  ): Promise<Pick<RegisteredWebhook, 'url' | 'status'> & { readonly delivery: WebhookDelivery }> {
    const { id, url, status } = await this.webhook(tx, tenant, webhookId);
    const uuid = found(parseId('dlv', deliveryId));
    return { url, status, delivery: found(await this.deliveries.find(tx, tenant, id, uuid)) };
  }

  private async webhook(tx: EntityManager, tenant: TenantId, webhookId: string): Promise<RegisteredWebhook> {
    const webhook = await this.webhooks.find(tx, tenant, webhookUuid(webhookId));
    if (webhook === undefined) throw DomainError.notFound('webhook');
    return webhook;
  }
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw DomainError.notFound('delivery');
  return value;
}
