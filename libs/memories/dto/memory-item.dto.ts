import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { formatId, idSchema } from '@mneme/platform/ids';
import { SAMPLE_ID } from './memory-examples.js';
import { memoryType } from './memory-fields.js';
import type { SearchRow } from '../search/search-context.repository.js';

/** What a list or a search adds to each item when asked for. */
export const EXTRA_FIELDS = ['tags', 'metadata', 'updatedAt', 'externalId', 'expiresAt', 'supersededBy'] as const;
export type ExtraField = (typeof EXTRA_FIELDS)[number];

/** What a search adds to each result when asked for. */
export const SEARCH_FIELDS = ['tags', 'metadata', 'updatedAt', 'externalId', 'expiresAt', 'copies'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

const ASKED = 'Only if `fields` names it';

/** A memory in a list. */
export class MemoryItemDto {
  @ApiProperty({ ...idSchema('mem'), example: SAMPLE_ID, description: 'Identifier' })
  readonly id: string;

  @ApiProperty({ example: 'Anna prefers tea to coffee', description: 'The text' })
  readonly content: string;

  @ApiProperty({ ...memoryType.schema, example: 'semantic', description: 'Kind of the memory' })
  readonly type: string;

  @ApiProperty({ minimum: 0, maximum: 1, example: 0.7, description: 'How much it matters' })
  readonly importance: number;

  @ApiProperty({ format: 'date-time', description: 'When it was created' })
  readonly createdAt: string;

  @ApiPropertyOptional({ type: [String], example: ['anna', 'drinks'], description: `Labels. ${ASKED}` })
  readonly tags?: string[];

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { source: 'chat' },
    description: `Your own data. ${ASKED}`,
  })
  readonly metadata?: Record<string, unknown>;

  @ApiPropertyOptional({ format: 'date-time', description: `When it was last changed. ${ASKED}` })
  readonly updatedAt?: string;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    example: 'chat-42/message-7',
    description: `Your own identifier; \`null\` if it has none. ${ASKED}`,
  })
  readonly externalId?: string | null;

  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    format: 'date-time',
    description: `When it expires; \`null\` if it does not. ${ASKED}`,
  })
  readonly expiresAt?: string | null;

  @ApiPropertyOptional({
    ...idSchema('mem'),
    nullable: true,
    example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2yb',
    description: `The latest memory that supersedes it; \`null\` if none does. ${ASKED}`,
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
