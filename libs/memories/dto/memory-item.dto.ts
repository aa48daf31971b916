import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { formatId } from '@mneme/platform/ids';
import { MEMORY_TYPES } from '../storage/memory-types.js';
import type { SearchRow } from '../search/search-context.repository.js';

/** What a list or a search adds to each item when asked for. */
export const EXTRA_FIELDS = ['tags', 'metadata', 'updatedAt'] as const;
export type ExtraField = (typeof EXTRA_FIELDS)[number];

/** What a search adds to each result when asked for. */
export const SEARCH_FIELDS = [...EXTRA_FIELDS, 'copies'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** A memory in a list. */
export class MemoryItemDto {
  @ApiProperty({ example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ example: 'Anna prefers tea to coffee' })
  readonly content: string;

  @ApiProperty({ enum: MEMORY_TYPES })
  readonly type: string;

  @ApiProperty({ minimum: 0, maximum: 1 })
  readonly importance: number;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiPropertyOptional({ type: [String], description: 'Where fields asks for it' })
  readonly tags?: string[];

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'Where fields asks for it' })
  readonly metadata?: Record<string, unknown>;

  @ApiPropertyOptional({ format: 'date-time', description: 'Where fields asks for it' })
  readonly updatedAt?: string;

  static from(memory: SearchRow, fields: readonly ExtraField[] = []): MemoryItemDto {
    const { tags, metadata, updatedAt } = memory;
    return {
      id: formatId('mem', memory.id),
      content: memory.content,
      type: memory.type,
      importance: memory.importance,
      createdAt: memory.createdAt.toISOString(),
      ...(tags !== undefined && fields.includes('tags') ? { tags } : {}),
      ...(metadata !== undefined && fields.includes('metadata') ? { metadata } : {}),
      ...(updatedAt !== undefined && fields.includes('updatedAt') ? { updatedAt: updatedAt.toISOString() } : {}),
    };
  }
}
