import { Field, tenantIdField } from '@mneme/platform/validation';
import { webhookSecret } from './webhook-fields.js';

/** Body of POST /webhooks/{id}/rotate-secret. */
export class RotateSecretDto {
  @Field(webhookSecret, { description: 'The new secret', example: 'the next secret of one’s own making' })
  readonly secret: string;

  @Field(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
  readonly tenantId?: string;
}
