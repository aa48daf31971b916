import { Field } from '@mneme/platform/validation';
import type { MemoryType } from '../storage/memory-types.js';
import {
  content,
  expiresAt,
  externalId,
  importance,
  instant,
  memoryType,
  metadata,
  tags,
  ttlSeconds,
} from './memory-fields.js';

/** A memory as a line of NDJSON, in import and export. */
export class MemoryRecordDto {
  @Field(content, { description: 'The text' })
  readonly content: string;

  @Field(memoryType, { description: 'What kind of memory this is' })
  readonly type: MemoryType;

  @Field(importance, { description: 'How much it matters', required: false, default: 0.5 })
  readonly importance?: number;

  @Field(tags, { description: 'Labels', required: false })
  readonly tags?: string[];

  @Field(metadata, { description: 'Free-form', required: false })
  readonly metadata?: Record<string, unknown>;

  @Field(instant, { description: 'When it was created; now where left out', required: false })
  readonly createdAt?: string;

  @Field(instant, { description: 'When it was last changed; createdAt where left out', required: false })
  readonly updatedAt?: string;

  @Field(externalId, {
    description: 'Its own name, unique in the tenant; imported once however often',
    required: false,
  })
  readonly externalId?: string;

  @Field(expiresAt, {
    description: 'From then on no read shows it: ISO 8601 or Unix time, in the future. null: never',
    required: false,
  })
  readonly expiresAt?: string | number | null;

  @Field(ttlSeconds, { description: 'In place of expiresAt: seconds from now. null: never', required: false })
  readonly ttlSeconds?: number | null;

  /** Written by export. An import makes new ids, since an id belongs to one record for ever. */
  @Field(externalId, { description: 'Identifier in the tenant it was exported from', required: false })
  readonly id?: string;
}
