import { Injectable } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import { EventHandler, type EventHeader } from '@mneme/platform/events';
import { newUuid, type TenantId } from '@mneme/platform/ids';
import type { EntityManager } from 'typeorm';
import { DeliveryQueueRepository } from './delivery-queue.repository.js';
import { DeliveryScheduler } from '../scheduling/delivery-scheduler.js';
import { WebhooksRepository } from '../registration/webhooks.repository.js';

/** Makes one delivery of each event for each active endpoint that wants it. */
@Injectable()
export class WebhookFanOutHandler extends EventHandler {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly queue: DeliveryQueueRepository,
    private readonly scheduler: DeliveryScheduler,
    private readonly clock: Clock,
  ) {
    super();
  }

  async handle(tx: EntityManager, tenant: TenantId, events: readonly EventHeader[]): Promise<readonly string[]> {
    const endpoints = await this.webhooks.active(tx, tenant);
    const deliveries = events.flatMap(({ id: eventId, name: event }) =>
      endpoints
        .filter((endpoint) => endpoint.events.includes(event))
        .map((endpoint) => ({ id: newUuid(), webhookId: endpoint.id, eventId, event })),
    );
    if (deliveries.length === 0) return [];
    await this.queue.enqueue(tx, tenant, deliveries, this.clock.now());
    this.scheduler.afterCommit(tx, tenant, [...new Set(deliveries.map(({ webhookId }) => webhookId))]);
    return [...new Set(deliveries.map(({ eventId }) => eventId))];
  }

  override async wants(tx: EntityManager, tenant: TenantId, name: string): Promise<boolean> {
    const endpoints = await this.webhooks.active(tx, tenant);
    return endpoints.some(({ events }) => events.includes(name));
  }
}
