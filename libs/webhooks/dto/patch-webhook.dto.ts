import { Field, tenantIdField } from '@mneme/platform/validation';
import type { WebhookStatus } from '../registration/webhook-state.entity.js';
import { webhookEvents, webhookName, webhookSecret, webhookStatus, webhookUrl } from './webhook-fields.js';

/** Body of PATCH /webhooks/{id}: what is left out stays as it is. */
export class PatchWebhookDto {
  @Field(webhookName, { description: 'New name', required: false })
  readonly name?: string;

  @Field(webhookUrl, { description: 'New target, also for what is pending', required: false })
  readonly url?: string;

  @Field(webhookEvents, { description: 'Replaces all events', required: false, example: ['memory.created'] })
  readonly events?: string[];

  @Field(webhookSecret, {
    description: 'Signs from now on, alone; rotate-secret lets both sign for a day',
    required: false,
  })
  readonly secret?: string;

  @Field(webhookStatus, {
    description: 'active forgets failures and disabledReason; inactive ends what is pending',
    required: false,
  })
  readonly status?: WebhookStatus;

  @Field(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
  readonly tenantId?: string;
}
