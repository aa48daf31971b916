import type { Schema } from '@mneme/platform/migrations';
import { WebhookDelivery } from './delivery/webhook-delivery.entity.js';
import { WebhookIndexNames1763874000000 } from './migrations/webhook-index-names.migration.js';
import { WebhookState } from './registration/webhook-state.entity.js';
import { Webhook } from './registration/webhook.entity.js';
import { Webhooks1763814000000 } from './migrations/webhooks.migration.js';

/** What this feature keeps in the database. */
export const webhooksSchema: Schema = {
  feature: 'webhooks',
  entities: [Webhook, WebhookState, WebhookDelivery],
  migrations: [{ expands: Webhooks1763814000000 }, { expands: WebhookIndexNames1763874000000 }],
};
