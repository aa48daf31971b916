import { Field, OPTIONAL_TENANT, RequestBody, tenantIdField } from '@mneme/platform/validation';
import type { WebhookStatus } from '../registration/webhook-state.entity.js';
import { webhookEvents, webhookName, webhookSecret, webhookStatus, webhookUrl } from './webhook-fields.js';

/** Body of PATCH /webhooks/{id}: what is left out stays as it is. */
@RequestBody(
  'The fields to change. Fields that are left out keep their values',
  { name: 'assistant on the phone' },
  { name: 'UpdateWebhook' },
)
export class PatchWebhookDto {
  @Field(webhookName, { description: 'New name', required: false, example: 'assistant on the phone' })
  readonly name?: string;

  @Field(webhookUrl, {
    description: 'New address, also for pending deliveries',
    required: false,
    example: 'https://example.com/hooks/other',
  })
  readonly url?: string;

  @Field(webhookEvents, { description: 'Replaces all events', required: false, example: ['memory.created'] })
  readonly events?: string[];

  @Field(webhookSecret, {
    description: 'New secret, which signs alone from now on. `rotate-secret` signs with both for a day',
    required: false,
    example: 'the next secret of my own making',
  })
  readonly secret?: string;

  @Field(webhookStatus, {
    description: '`active` clears failures and `disabledReason`. `inactive` cancels pending deliveries',
    required: false,
    example: 'inactive',
  })
  readonly status?: WebhookStatus;

  @Field(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;
}
