import { Field, OPTIONAL_TENANT, QueryField, RequestBody, tenantIdField } from '@mneme/platform/validation';

/** Query of every request about one webhook. */
export class OptionalTenantQuery {
  @QueryField(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;
}

/** Body of requests that need none; their routes say so with @ApiBody({ required: false }). */
@RequestBody('May be left out', { tenantId: '00000000-0000-0000-0000-000000000001' })
export class OptionalTenantDto {
  /** See RequestValidationPipe. */
  static readonly mayBeMissing = true;

  @Field(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;
}
