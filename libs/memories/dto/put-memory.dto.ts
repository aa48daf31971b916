import { Field, OPTIONAL_TENANT, RequestBody, tenantIdField } from '@mneme/platform/validation';
import type { NewMemory } from '../storage/memory.factory.js';
import type { MemoryType } from '../storage/memory-types.js';
import { expiryOf, ONE_LIFETIME } from './lifetime.js';
import {
  content,
  EXPIRES_AT,
  expiresAt,
  importance,
  memoryType,
  metadata,
  pastInstant,
  tags,
  TTL_SECONDS,
  ttlSeconds,
} from './memory-fields.js';

/** Body of PUT /memories/by-external-id/{externalId}: what is left out gets its default. */
@RequestBody(
  'The memory. Fields that are left out get their defaults',
  {
    content: 'Anna prefers tea to coffee',
    type: 'semantic',
    metadata: { userId: 'anna', sessionId: 'chat-42' },
    tenantId: '00000000-0000-0000-0000-000000000001',
  },
  { name: 'UpsertMemory', ...ONE_LIFETIME },
)
export class PutMemoryDto {
  @Field(content, {
    description: 'The text to remember. Its length is counted in Unicode code points',
    example: 'Anna prefers tea to coffee',
  })
  readonly content: string;

  @Field(memoryType, {
    description: 'Kind of the memory. The type of an existing memory cannot change',
    example: 'semantic',
  })
  readonly type: MemoryType;

  @Field(importance, { description: 'How much it matters', required: false, default: 0.5, example: 0.7 })
  readonly importance?: number;

  @Field(tags, {
    description: 'Labels, stored in Unicode NFC. Duplicates are removed',
    required: false,
    example: ['anna', 'drinks'],
  })
  readonly tags?: string[];

  @Field(metadata, {
    description: 'Your own data, at most 16 KiB as JSON and 8 levels deep',
    required: false,
    example: { userId: 'anna' },
  })
  readonly metadata?: Record<string, unknown>;

  @Field(pastInstant(), {
    description: 'When it was said, for a new memory. Not in the future. An existing memory keeps its own',
    required: false,
    example: '2026-03-01T09:30:00Z',
  })
  readonly createdAt?: string;

  @Field(expiresAt, EXPIRES_AT)
  readonly expiresAt?: string | number | null;

  @Field(ttlSeconds, TTL_SECONDS)
  readonly ttlSeconds?: number | null;

  @Field(tenantIdField(), OPTIONAL_TENANT)
  readonly tenantId?: string;
}

/** @throws DomainError validation where fields contradict each other */
export function putMemoryOf({ tenantId: _, ...body }: PutMemoryDto): NewMemory {
  const { expiresAt: _expiresAt, ttlSeconds: _ttlSeconds, createdAt, ...rest } = body;
  return {
    ...rest,
    expiresAt: expiryOf(body),
    createdAt: createdAt === undefined ? undefined : new Date(createdAt),
  };
}
