import { integer, QueryField, tenantIdField } from '@mneme/platform/validation';

/** Query of GET /__items__. */
export class List__Items__Query {
  @QueryField(tenantIdField(), { description: 'The tenant of the credential' })
  readonly tenantId: string;

  @QueryField(integer(1, 100), { description: 'Maximum number of __wordsPlural__', required: false, default: 50 })
  readonly limit: number = 50;
}
