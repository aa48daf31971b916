import { integer, QueryField, tenantIdField, text } from '@mneme/platform/validation';

/** Query of GET /api-keys/usage. */
export class ApiKeyUsageQuery {
  @QueryField(text(1, 100), { description: 'The key', example: 'key_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly keyId: string;

  @QueryField(integer(1, 365), { description: 'How many UTC days, today included', required: false, default: 30 })
  readonly days?: number;

  @QueryField(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
  readonly tenantId?: string;
}
