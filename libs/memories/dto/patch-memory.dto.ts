import { Field, QueryField, tenantIdField } from '@mneme/platform/validation';
import { content, importance, metadata, tags } from './memory-fields.js';

/** Body of PATCH /memories/{id}: what is left out stays as it is. */
export class PatchMemoryDto {
  @Field(content, { description: 'New text', required: false })
  readonly content?: string;

  @Field(importance, { description: 'New importance', required: false })
  readonly importance?: number;

  @Field(tags, { description: 'Replaces all tags', required: false })
  readonly tags?: string[];

  @Field(metadata, { description: 'Replaces the whole metadata', required: false })
  readonly metadata?: Record<string, unknown>;

  @Field(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
  readonly tenantId?: string;
}

/** Query of PATCH /memories/{id}. */
export class OptionalTenantQuery {
  @QueryField(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
  readonly tenantId?: string;
}

/** Query of GET and DELETE /memories/{id}. */
export class TenantQuery {
  @QueryField(tenantIdField(), { description: 'The tenant of the credential' })
  readonly tenantId: string;
}
