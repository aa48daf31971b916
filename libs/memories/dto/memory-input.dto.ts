import { Field, RequestBody } from '@mneme/platform/validation';
import type { MemoryType } from '../storage/memory-types.js';
import type { NewMemory } from '../storage/memory.factory.js';
import { expiryOf, ONE_LIFETIME } from './lifetime.js';
import {
  content,
  EXPIRES_AT,
  expiresAt,
  externalId,
  importance,
  memoryType,
  metadata,
  pastInstant,
  tags,
  TTL_SECONDS,
  ttlSeconds,
} from './memory-fields.js';

/** What a client gives for one memory: an item of POST /memories/bulk. */
@RequestBody('A memory to create', { content: 'Anna prefers tea to coffee', type: 'semantic' }, ONE_LIFETIME)
export class MemoryInputDto {
  @Field(content, {
    description: 'The text to remember. Its length is counted in Unicode code points',
    example: 'Anna prefers tea to coffee',
  })
  readonly content: string;

  @Field(memoryType, { description: 'Kind of the memory', example: 'semantic' })
  readonly type: MemoryType;

  @Field(importance, { description: 'How much it matters', required: false, default: 0.5, example: 0.7 })
  readonly importance?: number;

  @Field(tags, {
    description: 'Labels, stored in Unicode NFC. Duplicates are removed',
    required: false,
    example: ['anna', 'preferences'],
  })
  readonly tags?: string[];

  @Field(metadata, {
    description: 'Your own data, at most 16 KiB as JSON and 8 levels deep. Send identifiers beyond 2^53 as strings',
    required: false,
    example: { source: 'chat', occurredAt: '2026-03-01T09:30:00Z' },
  })
  readonly metadata?: Record<string, unknown>;

  @Field(externalId, {
    description: 'Your own identifier, unique in the tenant. See `/memories/by-external-id/{externalId}`',
    required: false,
    example: 'chat-42/message-7',
  })
  readonly externalId?: string;

  @Field(pastInstant(), {
    description: 'When it was said, if that was earlier. Not in the future. Default: now',
    required: false,
    example: '2026-03-01T09:30:00Z',
  })
  readonly createdAt?: string;

  @Field(expiresAt, EXPIRES_AT)
  readonly expiresAt?: string | number | null;

  @Field(ttlSeconds, TTL_SECONDS)
  readonly ttlSeconds?: number | null;
}

/** @throws DomainError validation where fields contradict each other */
export function newMemoryOf(input: MemoryInputDto): NewMemory {
  const { expiresAt: _, ttlSeconds: __, createdAt, ...rest } = input;
  return {
    ...rest,
    expiresAt: expiryOf(input),
    createdAt: createdAt === undefined ? undefined : new Date(createdAt),
  };
}
