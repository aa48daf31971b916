import { integer, QueryField, tenantIdField } from '@mneme/platform';

/** Query of GET /memories/{id}/notes. */
export class ListNotesQuery {
  @QueryField(tenantIdField(), { description: 'The tenant of the credential' })
  readonly tenantId: string;

  @QueryField(integer(1, 100), { description: 'Notes at most', required: false, default: 50 })
  readonly limit?: number;
}
