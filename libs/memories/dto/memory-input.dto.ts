import { Field } from '@mneme/platform/validation';
import type { MemoryType } from '../storage/memory-types.js';
import { content, importance, memoryType, metadata, tags } from './memory-fields.js';

/** What a client gives for one memory: an item of POST /memories/bulk. */
export class MemoryInputDto {
  @Field(content, {
    description: 'The text to remember, counted in Unicode code points',
    example: 'Anna prefers tea to coffee',
  })
  readonly content: string;

  @Field(memoryType, { description: 'What kind of memory this is', example: 'semantic' })
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
}
