import type { Feature } from '@mneme/platform/installation';
import { DeliverWebhook } from './scheduling/deliver-webhook.job.js';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.js';
import { WebhookFanOutHandler } from './delivery/webhook-fan-out.handler.js';
import { WebhooksModule } from './webhooks.module.js';
import { webhooksSchema } from './webhooks.schema.js';

export { EventMetadataDto, WEBHOOK_TEST, webhookTestShown } from './dto/event.dto.js';
export { DeliveryDto } from './dto/delivery.dto.js';
export type { DeliveryStatus } from './delivery/webhook-delivery.entity.js';
export { WebhookDto } from './dto/webhook.dto.js';
export { WebhookDeliveriesService } from './delivery-log/webhook-deliveries.service.js';
export { WebhookStatsService, type WebhookHealth } from './operations/webhook-stats.service.js';
export { WebhooksService } from './registration/webhooks.service.js';

/** Endpoints that are notified of every event of the application. */
export const webhooksFeature: Feature = {
  module: WebhooksModule,
  schema: webhooksSchema,
  scopes: ['write:webhooks'],
  eventHandlers: [{ name: 'webhooks', handler: WebhookFanOutHandler }],
  jobs: [{ job: DeliverWebhook, handler: DeliveryDispatcher }],
};
