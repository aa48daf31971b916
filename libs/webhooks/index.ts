import type { Feature } from '@mneme/platform';
import { DeliverWebhook } from './deliver-webhook.job.js';
import { DeliveryLanes } from './delivery-lanes.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookFanOut } from './webhook-fan-out.handler.js';
import { WebhookIndexNames1763874000000 } from './webhook-index-names.migration.js';
import { WebhookState } from './webhook-state.entity.js';
import { Webhook } from './webhook.entity.js';
import { WebhooksModule } from './webhooks.module.js';
import { Webhooks1763814000000 } from './webhooks.migration.js';

export { DeliveryDto } from './dto/delivery.dto.js';
export type { DeliveryStatus } from './webhook-delivery.entity.js';
export { WebhookDto } from './dto/webhook.dto.js';
export { WebhookDeliveriesService } from './webhook-deliveries.service.js';
export { WebhookStateService, type WebhookHealth } from './webhook-state.service.js';
export { WebhooksService } from './webhooks.service.js';

/** Endpoints that are told of every event of the application. */
export const webhooksFeature: Feature = {
  module: WebhooksModule,
  schema: {
    feature: 'webhooks',
    entities: [Webhook, WebhookState, WebhookDelivery],
    migrations: [{ expands: Webhooks1763814000000 }, { expands: WebhookIndexNames1763874000000 }],
  },
  scopes: ['write:webhooks'],
  eventHandlers: [{ name: 'webhooks', handler: WebhookFanOut }],
  jobs: [{ job: DeliverWebhook, handler: DeliveryLanes }],
};
