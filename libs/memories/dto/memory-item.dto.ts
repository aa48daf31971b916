import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { formatId } from '@mneme/platform/ids';
import { MEMORY_TYPES } from '../storage/memory-types.js';
import type { SearchRow } from '../search/search-context.repository.js';

/** What a list or a search adds to each item when asked for. */
export const EXTRA_FIELDS = ['tags', 'metadata', 'updatedAt', 'externalId', 'expiresAt', 'supersededBy'] as const;
export type ExtraField = (typeof EXTRA_FIELDS)[number];

/** What a search adds to each result when asked for. */
export const SEARCH_FIELDS = ['tags', 'metadata', 'updatedAt', 'externalId', 'expiresAt', 'copies'] as const;
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

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'Where fields asks for it; null where it has none',
  })
  readonly externalId?: string | null;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    format: 'date-time',
    description: 'Where fields asks for it; null where it does not expire',
  })
  readonly expiresAt?: string | null;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2yb',
    description: 'The latest memory that supersedes it, where fields asks for it; null where none does',
  })
  readonly supersededBy?: string | null;

  static from(memory: SearchRow, fields: readonly ExtraField[] = []): MemoryItemDto {
    const item: MemoryItemDto = {
      id: formatId('mem', memory.id),
      content: memory.content,
      type: memory.type,
      importance: memory.importance,
      createdAt: memory.createdAt.toISOString(),
    };
    const extras = fields.map((field) => [field, EXTRAS[field](memory)] as const);
    return Object.assign(item, Object.fromEntries(extras.filter(([, value]) => value !== undefined)));
  }
}

/** Each as a client sees it; undefined where it was not read. */
const EXTRAS: Readonly<Record<ExtraField, (memory: SearchRow) => unknown>> = {
  tags: ({ tags }) => tags,
  metadata: ({ metadata }) => metadata,
  updatedAt: ({ updatedAt }) => updatedAt?.toISOString(),
  externalId: ({ externalId }) => externalId,
  expiresAt: ({ expiresAt }) => (expiresAt === null ? null : expiresAt?.toISOString()),
  supersededBy: ({ successorId }) => (typeof successorId === 'string' ? formatId('mem', successorId) : successorId),
};
