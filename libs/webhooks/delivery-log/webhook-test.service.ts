import { Injectable } from '@nestjs/common';
import { Clock } from '@mneme/platform/clock';
import { ConcurrencyLimiter } from '@mneme/platform/concurrency';
import { TenantDb } from '@mneme/platform/database';
import { DomainError } from '@mneme/platform/errors';
import { newUuid, type TenantId } from '@mneme/platform/ids';
import { inStep } from '@mneme/platform/observability';
import { WEBHOOK_TEST } from '../dto/event.dto.js';
import type { AttemptResult } from '../http/attempt-result.js';
import { DeliveryLogRepository } from './delivery-log.repository.js';
import { DeliveryAttemptService } from '../delivery/delivery-attempt.service.js';
import { deliveryPayload } from '../delivery/delivery-payload.js';
import { DeliveryQueueRepository } from '../delivery/delivery-queue.repository.js';
import type { RegisteredWebhook } from '../registration/webhook.types.js';
import type { WebhookDelivery } from '../delivery/webhook-delivery.entity.js';
import { WebhookSecrets } from '../registration/webhook-secrets.js';
import { webhookUuid } from '../registration/webhooks.service.js';
import { WebhooksRepository } from '../registration/webhooks.repository.js';

/** To one endpoint, beside its deliveries. */
const MAX_TESTS = 2;
/** Why one more is refused. */
export const TOO_MANY_TESTS = `${MAX_TESTS} tests of this webhook are under way`;

/** What came of a test. */
export interface TestedWebhook {
  readonly delivery: WebhookDelivery;
  readonly result: AttemptResult;
}

/** Sends a test event the way of every other: signed, to allowed addresses only, in a slot, and into the log. */
@Injectable()
export class WebhookTestService {
  private readonly underWay = new ConcurrencyLimiter({ ofOne: MAX_TESTS }, TOO_MANY_TESTS);

  constructor(
    private readonly tenantDb: TenantDb,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: DeliveryLogRepository,
    private readonly queue: DeliveryQueueRepository,
    private readonly attempts: DeliveryAttemptService,
    private readonly secrets: WebhookSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes one attempt, also if the webhook is inactive. Its failures are not counted.
   * @throws DomainError notFound, or rateLimited where tests of it are under way
   */
  async test(tenant: TenantId, webhookId: string, requestId: string): Promise<TestedWebhook> {
    const uuid = webhookUuid(webhookId);
    const webhook = await this.tenantDb.run(tenant, (tx) => this.webhooks.find(tx, tenant, uuid));
    if (webhook === undefined) throw DomainError.notFound('webhook');
    const createdAt = this.clock.now();
    const data = { webhookId, name: webhook.name, tenantId: tenant };
    const body = deliveryPayload({ name: WEBHOOK_TEST, data, requestId, createdAt, sequence: 1 });
    const delivery = testDelivery(webhook, createdAt);
    const target = { tenantId: tenant, url: webhook.url, secrets: this.secrets.signing(webhook, createdAt) };
    const send = (): Promise<AttemptResult> => this.attempts.test(target, delivery.eventId, body);
    const result = await this.underWay.run(webhook.id, () => inStep(`deliver ${WEBHOOK_TEST}`, {}, send));
    await this.log(tenant, delivery, result, body);
    return { delivery, result };
  }

  private async log(tenant: TenantId, delivery: WebhookDelivery, result: AttemptResult, sent: string): Promise<void> {
    const status = result.error === null ? 'delivered' : 'failed';
    const settled = { ...result, id: delivery.id, number: 1, step: 1, status, nextAttemptAt: null, sent } as const;
    await this.tenantDb.run(tenant, async (tx) => {
      await this.deliveries.insert(tx, tenant, Object.assign(delivery, { status }));
      await this.queue.settle(tx, tenant, [settled]);
    });
  }
}

function testDelivery({ id: webhookId, tenantId }: RegisteredWebhook, createdAt: Date): WebhookDelivery {
  const outcome = {
    status: 'failed',
    attempts: 0,
    step: 0,
    nextAttemptAt: null,
    statusCode: null,
    error: null,
  } as const;
  return {
    tenantId,
    id: newUuid(),
    webhookId,
    eventId: newUuid(),
    event: WEBHOOK_TEST,
    ...outcome,
    createdAt,
    updatedAt: createdAt,
  };
}
