import {
  Field,
  integer,
  OPTIONAL_TENANT,
  QueryField,
  RefusedField,
  RequestBody,
  TENANT,
  tenantIdField,
} from '@mneme/platform/validation';
import type { MemoryPatch } from '../storage/memory.factory.js';
import { expiryOf, ONE_LIFETIME } from './lifetime.js';
import {
  content,
  EXPIRES_AT,
  expiresAt,
  importance,
  metadata,
  tags,
  TTL_SECONDS,
  ttlSeconds,
} from './memory-fields.js';

/** Body of PATCH /memories/{id}: what is left out stays as it is. */
@RequestBody(
  'The fields to change. Fields that are left out keep their values',
  { importance: 0.9 },
  {
    name: 'UpdateMemory',
    ...ONE_LIFETIME,
  },
)
export class PatchMemoryDto {
  @Field(content, { description: 'New text', required: false, example: 'Anna prefers green tea' })
  readonly content?: string;

  @Field(importance, { description: 'New importance', required: false, example: 0.9 })
  readonly importance?: number;

  @Field(tags, { description: 'Replaces all tags', required: false, example: ['anna', 'drinks'] })
  readonly tags?: string[];

  @Field(metadata, { description: 'Replaces all metadata', required: false, example: { source: 'chat' } })
  readonly metadata?: Record<string, unknown>;

  @Field(expiresAt, EXPIRES_AT)
  readonly expiresAt?: string | number | null;

  @Field(ttlSeconds, TTL_SECONDS)
  readonly ttlSeconds?: number | null;

  @RefusedField('cannot be changed: create a new memory, and name the old one in metadata.supersedes')
  readonly type?: never;

  @Field(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;
}

/** @throws DomainError validation where fields contradict each other */
export function patchOf({ content, importance, tags, metadata, ...lifetime }: PatchMemoryDto): MemoryPatch {
  return { content, importance, tags, metadata, expiresAt: expiryOf(lifetime) };
}

/** Query of PATCH /memories/{id}. */
export class OptionalTenantQuery {
  @QueryField(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;
}

/** Query of routes that need no more than the tenant. */
export class TenantQuery {
  @QueryField(tenantIdField(), TENANT)
  readonly tenantId: string;
}

/** Query of GET /memories/{id}. */
export class GetMemoryQuery extends TenantQuery {
  @QueryField(integer(1, 2_147_483_647), {
    description: 'Returns the memory as it was in this version. Default: the current one',
    required: false,
    example: 1,
  })
  readonly version?: number;
}
