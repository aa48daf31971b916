import type { Webhook } from './webhook.entity.js';
import type { WebhookState } from './webhook-state.entity.js';

/** A webhook together with how it fares. */
export type RegisteredWebhook = Pick<Webhook, keyof Webhook> & Omit<WebhookState, 'tenantId' | 'webhookId'>;

/** What a client gives for a new webhook. */
export interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
  readonly status?: WebhookState['status'] | undefined;
}

/** What a client gives to change one; what is left out stays. */
export type WebhookPatch = { readonly [Name in keyof NewWebhook]?: NewWebhook[Name] | undefined };
