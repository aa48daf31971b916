import { Field, OPTIONAL_TENANT, RequestBody, tenantIdField } from '@mneme/platform/validation';
import { webhookSecret } from './webhook-fields.js';

/** Body of POST /webhooks/{id}/rotate-secret. */
@RequestBody('The new secret', { secret: 'the next secret of my own making' })
export class RotateSecretDto {
  @Field(webhookSecret, {
    description: 'Signs each request, as in `POST /webhooks`',
    example: 'the next secret of my own making',
  })
  readonly secret: string;

  @Field(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;
}
