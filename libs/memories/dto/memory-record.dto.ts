import { Field } from '@mneme/platform/validation';
import type { MemoryType } from '../storage/memory-types.js';
import {
  content,
  expiresAt,
  EXPIRES_AT,
  externalId,
  importance,
  instant,
  memoryType,
  metadata,
  tags,
  TTL_SECONDS,
  ttlSeconds,
} from './memory-fields.js';

/** A memory as a line of NDJSON, in import and export. */
export class MemoryRecordDto {
  @Field(content, { description: 'The text', example: 'Anna prefers tea to coffee' })
  readonly content: string;

  @Field(memoryType, { description: 'Kind of the memory', example: 'semantic' })
  readonly type: MemoryType;

  @Field(importance, { description: 'How much it matters', required: false, default: 0.5, example: 0.7 })
  readonly importance?: number;

  @Field(tags, { description: 'Labels', required: false, example: ['anna', 'drinks'] })
  readonly tags?: string[];

  @Field(metadata, { description: 'Your own data', required: false, example: { source: 'chat' } })
  readonly metadata?: Record<string, unknown>;

  @Field(instant, {
    description: 'When it was created. Default: now',
    required: false,
    example: '2026-03-01T09:30:00.000Z',
  })
  readonly createdAt?: string;

  @Field(instant, {
    description: 'When it was last changed. Default: `createdAt`',
    required: false,
    example: '2026-03-01T09:30:00.000Z',
  })
  readonly updatedAt?: string;

  @Field(externalId, {
    description: 'Your own identifier, unique in the tenant. A record is imported once, however often it is sent',
    required: false,
    example: 'note-1',
  })
  readonly externalId?: string;

  @Field(expiresAt, EXPIRES_AT)
  readonly expiresAt?: string | number | null;

  @Field(ttlSeconds, TTL_SECONDS)
  readonly ttlSeconds?: number | null;

  /** Written by export. An import makes new ids, since an id belongs to one record for ever. */
  @Field(externalId, {
    description: 'Identifier in the tenant that it was exported from. An import ignores it',
    required: false,
    example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya',
  })
  readonly id?: string;
}
