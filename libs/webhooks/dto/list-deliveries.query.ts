import { cursorField, integer, OPTIONAL_TENANT, QueryField, tenantIdField } from '@mneme/platform/validation';
import type { DeliveryStatus } from '../delivery/webhook-delivery.entity.js';
import { deliveryStatus } from './webhook-fields.js';

/** Query of GET /webhooks/{id}/deliveries. */
export class ListDeliveriesQuery {
  @QueryField(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;

  @QueryField(deliveryStatus, { description: 'Only deliveries with this status', required: false, example: 'failed' })
  readonly status?: DeliveryStatus;

  @QueryField(integer(1, 1_000_000_000), {
    description: 'Number of the page. Cannot be given together with `cursor`',
    required: false,
    default: 1,
    example: 1,
  })
  readonly page?: number;

  @QueryField(integer(1, 100), {
    description: 'Maximum number of deliveries in the response',
    required: false,
    default: 50,
    example: 10,
  })
  readonly limit?: number;

  @QueryField(cursorField(500), {
    description: '`nextCursor` of the previous page',
    required: false,
    example: 'WzIsIjIwMjYtMTEtMjFUMDY6NDI6MzAuMzMzWiIsIjAxOWFiNWMzLTEyMzQtNzAwMC04MDAwLTAwMDAwMDAwMDAwMCJd',
  })
  readonly cursor?: string;
}
