import { Field, OPTIONAL_TENANT, RequestBody, tenantIdField } from '@mneme/platform/validation';
import type { WebhookStatus } from '../registration/webhook-state.entity.js';
import { webhookEvents, webhookName, webhookSecret, webhookStatus, webhookUrl } from './webhook-fields.js';

/** Body of POST /webhooks. */
@RequestBody('The webhook', {
  name: 'assistant on the web site',
  url: 'https://example.com/hooks/mneme',
  events: ['memory.created', 'memory.deleted'],
  secret: 'a secret of my own making',
})
export class CreateWebhookDto {
  @Field(webhookName, { description: 'What the webhook is for', example: 'assistant on the web site' })
  readonly name: string;

  @Field(webhookUrl, {
    description:
      'Where events are sent: an https address in the public internet. No other webhook has the same url and name',
    example: 'https://example.com/hooks/mneme',
  })
  readonly url: string;

  @Field(webhookEvents, {
    description: 'Events to send. Duplicates are removed',
    example: ['memory.created', 'memory.deleted'],
  })
  readonly events: string[];

  @Field(webhookSecret, {
    description:
      'Signs each request. `whsec_` with standard base64 of 24 to 64 bytes stands for those bytes. Any other text stands for its UTF-8. Never returned',
    example: 'a secret of my own making',
  })
  readonly secret: string;

  @Field(webhookStatus, {
    description: '`inactive`: nothing is sent',
    required: false,
    default: 'active',
    example: 'inactive',
  })
  readonly status?: WebhookStatus;

  @Field(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;
}
