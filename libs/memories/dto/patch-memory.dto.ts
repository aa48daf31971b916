import { Field, integer, QueryField, RefusedField, tenantIdField } from '@mneme/platform/validation';
import type { MemoryPatch } from '../storage/memory.factory.js';
import { expiryOf } from './lifetime.js';
import { content, expiresAt, importance, metadata, tags, ttlSeconds } from './memory-fields.js';

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

  @Field(expiresAt, {
    description: 'From then on no read shows it: ISO 8601 or Unix time, in the future. null: never',
    required: false,
  })
  readonly expiresAt?: string | number | null;

  @Field(ttlSeconds, { description: 'In place of expiresAt: seconds from now. null: never', required: false })
  readonly ttlSeconds?: number | null;

  @RefusedField('cannot be changed: create a new memory, and name the old one in metadata.supersedes')
  readonly type?: never;

  @Field(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
  readonly tenantId?: string;
}

/** @throws DomainError validation where fields contradict each other */
export function patchOf({ content, importance, tags, metadata, ...lifetime }: PatchMemoryDto): MemoryPatch {
  return { content, importance, tags, metadata, expiresAt: expiryOf(lifetime) };
}

/** Query of PATCH /memories/{id}. */
export class OptionalTenantQuery {
  @QueryField(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
  readonly tenantId?: string;
}

/** Query of routes that need no more than the tenant. */
export class TenantQuery {
  @QueryField(tenantIdField(), { description: 'The tenant of the credential' })
  readonly tenantId: string;
}

/** Query of GET /memories/{id}. */
export class GetMemoryQuery extends TenantQuery {
  @QueryField(integer(1, 2_147_483_647), {
    description: 'The memory as it was in this version, see its history; now where left out',
    required: false,
  })
  readonly version?: number;
}
