import { integer, QueryField, tenantIdField } from '@mneme/platform/validation';

/** Query of GET /webhooks. */
export class ListWebhooksQuery {
  @QueryField(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
  readonly tenantId?: string;

  @QueryField(integer(1, 1_000_000_000), { description: 'Which page', required: false, default: 1 })
  readonly page?: number;

  @QueryField(integer(1, 100), { description: 'Webhooks a page', required: false, default: 50 })
  readonly limit?: number;
}
