import { integer, OPTIONAL_TENANT, QueryField, tenantIdField, text } from '@mneme/platform/validation';

/** Query of GET /api-keys/usage. */
export class ApiKeyUsageQuery {
  @QueryField(text(1, 100), { description: 'Identifier of the key', example: 'key_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly keyId: string;

  @QueryField(integer(1, 365), {
    description: 'Number of UTC days, including today',
    required: false,
    default: 30,
    example: 7,
  })
  readonly days?: number;

  @QueryField(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;
}
