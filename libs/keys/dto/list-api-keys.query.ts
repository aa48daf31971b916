import { integer, OPTIONAL_TENANT, QueryField, tenantIdField } from '@mneme/platform/validation';

/** Query of GET /api-keys. */
export class ListApiKeysQuery {
  @QueryField(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;

  @QueryField(integer(1, 1_000_000_000), { description: 'Number of the page', required: false, default: 1, example: 1 })
  readonly page?: number;

  @QueryField(integer(1, 100), {
    description: 'Maximum number of keys in the response',
    required: false,
    default: 50,
    example: 10,
  })
  readonly limit?: number;
}
