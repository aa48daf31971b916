import { Field, tenantIdField } from '@mneme/platform/validation';
import type { WebhookStatus } from '../registration/webhook-state.entity.js';
import { webhookEvents, webhookName, webhookSecret, webhookStatus, webhookUrl } from './webhook-fields.js';

/** Body of POST /webhooks. */
export class CreateWebhookDto {
  @Field(webhookName, { description: 'What it is for', example: 'assistant on the web site' })
  readonly name: string;

  @Field(webhookUrl, {
    description: 'Where events are sent: https, at a public address. With the same name no other webhook may have it',
    example: 'https://example.com/hooks/mneme',
  })
  readonly url: string;

  @Field(webhookEvents, {
    description: 'Events that are sent; repeated ones are kept once',
    example: ['memory.created', 'memory.deleted'],
  })
  readonly events: string[];

  @Field(webhookSecret, {
    description:
      'Signs each request. A secret that begins with whsec_ must go on with standard base64 of 24 to 64 bytes, and stands for those bytes; any other text stands for its own UTF-8. Never returned',
    example: 'a secret of one’s own making',
  })
  readonly secret: string;

  @Field(webhookStatus, { description: 'inactive: nothing is sent', required: false, default: 'active' })
  readonly status?: WebhookStatus;

  @Field(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
  readonly tenantId?: string;
}
