import type { Feature } from '@mneme/platform/installation';
import { DeliverWebhook } from './scheduling/deliver-webhook.job.js';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.js';
import { WebhookDelivery } from './delivery/webhook-delivery.entity.js';
import { WebhookFanOutHandler } from './delivery/webhook-fan-out.handler.js';
import { WebhookIndexNames1763874000000 } from './migrations/webhook-index-names.migration.js';
import { WebhookState } from './registration/webhook-state.entity.js';
import { Webhook } from './registration/webhook.entity.js';
import { WebhooksModule } from './webhooks.module.js';
import { Webhooks1763814000000 } from './migrations/webhooks.migration.js';

export { DeliveryDto } from './dto/delivery.dto.js';
export type { DeliveryStatus } from './delivery/webhook-delivery.entity.js';
export { WebhookDto } from './dto/webhook.dto.js';
export { WebhookDeliveriesService } from './delivery-log/webhook-deliveries.service.js';
export { WebhookStatsService, type WebhookHealth } from './operations/webhook-stats.service.js';
export { WebhooksService } from './registration/webhooks.service.js';

/** Endpoints that are notified of every event of the application. */
export const webhooksFeature: Feature = {
  module: WebhooksModule,
  schema: {
    feature: 'webhooks',
    entities: [Webhook, WebhookState, WebhookDelivery],
    migrations: [{ expands: Webhooks1763814000000 }, { expands: WebhookIndexNames1763874000000 }],
  },
  scopes: ['write:webhooks'],
  eventHandlers: [{ name: 'webhooks', handler: WebhookFanOutHandler }],
  jobs: [{ job: DeliverWebhook, handler: DeliveryDispatcher }],
};
