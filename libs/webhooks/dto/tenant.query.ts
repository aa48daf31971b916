import { Field, QueryField, tenantIdField } from '@mneme/platform/validation';

const option = { description: "The tenant; the credential's where it is left out", required: false };

/** Query of every request about one webhook. */
export class OptionalTenantQuery {
  @QueryField(tenantIdField(), option)
  readonly tenantId?: string;
}

/** Body of requests that need none; their routes say so with @ApiBody({ required: false }). */
export class OptionalTenantDto {
  /** See RequestValidationPipe. */
  static readonly mayBeMissing = true;

  @Field(tenantIdField(), option)
  readonly tenantId?: string;
}
