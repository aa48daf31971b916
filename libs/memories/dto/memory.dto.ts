import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Answer, Tagged, type AnswerParts } from '@mneme/platform/answers';
import { formatId } from '@mneme/platform/ids';
import type { Memory } from '../storage/memory.entity.js';
import { MEMORY_TYPES, TYPE_DESCRIPTION } from '../storage/memory-types.js';

/** A memory as clients see it. */
export class MemoryDto {
  @ApiProperty({ example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ example: '00000000-0000-0000-0000-000000000001' })
  readonly tenantId: string;

  @ApiProperty({ example: 'Anna prefers tea to coffee' })
  readonly content: string;

  @ApiProperty({ enum: MEMORY_TYPES, description: TYPE_DESCRIPTION, example: 'semantic' })
  readonly type: string;

  @ApiProperty({ minimum: 0, maximum: 1, example: 0.7 })
  readonly importance: number;

  @ApiProperty({ type: [String], example: ['anna', 'preferences'] })
  readonly tags: string[];

  @ApiProperty({ type: 'object', additionalProperties: true, example: { source: 'chat' } })
  readonly metadata: Record<string, unknown>;

  @ApiProperty({ format: 'date-time' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time' })
  readonly updatedAt: string;

  @ApiPropertyOptional({ example: 'chat-42/message-7', description: 'Your own name for it, where it was given one' })
  readonly externalId?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'From then on no read shows it' })
  readonly expiresAt?: string;

  @ApiPropertyOptional({
    example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2yb',
    description: 'The latest memory that supersedes it (metadata.supersedes)',
  })
  readonly supersededBy?: string;

  /** @param supersededBy UUID of the memory that supersedes it */
  static from(memory: Memory, supersededBy?: string): MemoryDto {
    const { id, tenantId, content, type, importance, tags, metadata, createdAt, updatedAt } = memory;
    const { externalId, expiresAt } = memory;
    return {
      id: formatId('mem', id),
      tenantId,
      content,
      type,
      importance,
      tags,
      metadata,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      ...(externalId === null ? {} : { externalId }),
      ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
      ...(supersededBy === undefined ? {} : { supersededBy: formatId('mem', supersededBy) }),
    };
  }

  /** With its version as ETag. */
  static tagged(
    memory: Memory & Pick<AnswerParts, 'indexing' | 'status'> & { readonly supersededBy?: string | undefined },
  ): Tagged<MemoryDto> {
    const { indexing, status, version, supersededBy } = memory;
    const parts = { ...(indexing && { indexing }), ...(status && { status }) };
    return new Tagged(MemoryDto.from(memory, supersededBy), version, parts);
  }
}

/** Data of DELETE /memories/{id}. */
export class DeletedMemoryDto {
  @ApiProperty({ example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ enum: [true] })
  readonly deleted: true;

  /** @param removed by its UUID */
  static from({ id, ...parts }: { readonly id: string } & AnswerParts): Answer<DeletedMemoryDto> {
    return new Answer({ id: formatId('mem', id), deleted: true }, parts);
  }
}
