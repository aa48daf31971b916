import { Field, tenantIdField } from '@mneme/platform/validation';
import type { NewMemory } from '../storage/memory.factory.js';
import { TYPE_DESCRIPTION, type MemoryType } from '../storage/memory-types.js';
import { expiryOf } from './lifetime.js';
import {
  content,
  expiresAt,
  importance,
  memoryType,
  metadata,
  pastInstant,
  tags,
  ttlSeconds,
} from './memory-fields.js';

/** Body of PUT /memories/by-external-id/{externalId}: what is left out gets its default. */
export class PutMemoryDto {
  @Field(content, {
    description: 'The text to remember, counted in Unicode code points',
    example: 'Anna prefers tea to coffee',
  })
  readonly content: string;

  @Field(memoryType, {
    description: `${TYPE_DESCRIPTION}\n\nThe type of a memory that is there cannot change.`,
    example: 'semantic',
  })
  readonly type: MemoryType;

  @Field(importance, { description: 'How much it matters', required: false, default: 0.5, example: 0.7 })
  readonly importance?: number;

  @Field(tags, { description: 'Labels', required: false, example: ['anna', 'preferences'] })
  readonly tags?: string[];

  @Field(metadata, { description: 'Free-form', required: false, example: { userId: 'anna' } })
  readonly metadata?: Record<string, unknown>;

  @Field(pastInstant(), {
    description: 'When it was said, for a memory that is new; one that is there keeps its own. Not in the future',
    required: false,
  })
  readonly createdAt?: string;

  @Field(expiresAt, {
    description: 'From then on no read shows it: ISO 8601 or Unix time, in the future. null: never',
    required: false,
  })
  readonly expiresAt?: string | number | null;

  @Field(ttlSeconds, { description: 'In place of expiresAt: seconds from now. null: never', required: false })
  readonly ttlSeconds?: number | null;

  @Field(tenantIdField(), { description: "The tenant; the credential's where it is left out", required: false })
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
