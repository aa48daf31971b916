import { Field } from '@mneme/platform/validation';
import { TYPE_DESCRIPTION, type MemoryType } from '../storage/memory-types.js';
import type { NewMemory } from '../storage/memory.factory.js';
import { expiryOf } from './lifetime.js';
import {
  content,
  expiresAt,
  externalId,
  importance,
  memoryType,
  metadata,
  pastInstant,
  tags,
  ttlSeconds,
} from './memory-fields.js';

/** What a client gives for one memory: an item of POST /memories/bulk. */
export class MemoryInputDto {
  @Field(content, {
    description: 'The text to remember, counted in Unicode code points',
    example: 'Anna prefers tea to coffee',
  })
  readonly content: string;

  @Field(memoryType, { description: TYPE_DESCRIPTION, example: 'semantic' })
  readonly type: MemoryType;

  @Field(importance, { description: 'How much it matters', required: false, default: 0.5, example: 0.7 })
  readonly importance?: number;

  @Field(tags, {
    description: 'Labels, kept in Unicode NFC; repeated ones are kept once',
    required: false,
    example: ['anna', 'preferences'],
  })
  readonly tags?: string[];

  @Field(metadata, {
    description: 'Free-form, at most 16 KiB as JSON and 8 levels deep; identifiers beyond 2^53 as texts',
    required: false,
    example: { source: 'chat', occurredAt: '2026-03-01T09:30:00Z' },
  })
  readonly metadata?: Record<string, unknown>;

  @Field(externalId, {
    description: 'Your own name for it, unique in the tenant; see /memories/by-external-id/{externalId}',
    required: false,
  })
  readonly externalId?: string;

  @Field(pastInstant(), {
    description: 'When it was said, where that was earlier; now where left out. Not in the future',
    required: false,
    example: '2026-03-01T09:30:00Z',
  })
  readonly createdAt?: string;

  @Field(expiresAt, {
    description: 'From then on no read shows it: ISO 8601 or Unix time, in the future. null: never',
    required: false,
  })
  readonly expiresAt?: string | number | null;

  @Field(ttlSeconds, {
    description: 'In place of expiresAt: seconds from now. null: never',
    required: false,
  })
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
