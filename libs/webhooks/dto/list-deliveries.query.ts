import { integer, oneOf, QueryField, tenantIdField, text } from '@mneme/platform/validation';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery/webhook-delivery.entity.js';

/** Query of GET /webhooks/{id}/deliveries. */
export class ListDeliveriesQuery {
  @QueryField(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
  readonly tenantId?: string;

  @QueryField(oneOf(DELIVERY_STATUSES), { description: 'Only these', required: false })
  readonly status?: DeliveryStatus;

  @QueryField(integer(1, 1_000_000_000), { description: 'Which page', required: false, default: 1 })
  readonly page?: number;

  @QueryField(integer(1, 100), { description: 'Deliveries a page', required: false, default: 50 })
  readonly limit?: number;

  @QueryField(text(1, 500), { description: 'nextCursor of the page before', required: false })
  readonly cursor?: string;
}
