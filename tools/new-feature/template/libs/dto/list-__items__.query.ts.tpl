import { integer, QueryField, TENANT, tenantIdField } from '@mneme/platform/validation';

/** Query of GET /__items__. */
export class List__Items__Query {
  @QueryField(tenantIdField(), TENANT)
  readonly tenantId: string;

  @QueryField(integer(1, 100), { description: 'Maximum number of __wordsPlural__', required: false, default: 50, example: 10 })
  readonly limit: number = 50;
}
