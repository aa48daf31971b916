import { Field, TENANT, tenantIdField, text } from '@mneme/platform/validation';

/** Which key of which tenant a request is about. */
export abstract class NamedApiKeyDto {
  @Field(text(1, 255), {
    description: 'Identifier of the key, not the key itself',
    example: 'key_01kaj3w5m8f5zrj0q7f8t1x2ya',
  })
  readonly keyId: string;

  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;
}
