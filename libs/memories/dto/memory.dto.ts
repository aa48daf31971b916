import { ApiProperty } from '@nestjs/swagger';
import { Tagged, type AnswerParts } from '@mneme/platform/answers';
import { formatId } from '@mneme/platform/ids';
import type { Memory } from '../storage/memory.entity.js';
import { MEMORY_TYPES } from '../storage/memory-types.js';

/** A memory as clients see it. */
export class MemoryDto {
  @ApiProperty({ example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ example: '00000000-0000-0000-0000-000000000001' })
  readonly tenantId: string;

  @ApiProperty({ example: 'Anna prefers tea to coffee' })
  readonly content: string;

  @ApiProperty({ enum: MEMORY_TYPES, example: 'semantic' })
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

  static from(memory: Memory): MemoryDto {
    const { id, tenantId, content, type, importance, tags, metadata, createdAt, updatedAt } = memory;
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
    };
  }

  /** With its version as ETag. */
  static tagged(memory: Memory & Pick<AnswerParts, 'indexing'>): Tagged<MemoryDto> {
    const { indexing, version } = memory;
    return new Tagged(MemoryDto.from(memory), version, indexing === undefined ? {} : { indexing });
  }
}

/** Data of DELETE /memories/{id}. */
export class DeletedMemoryDto {
  @ApiProperty({ example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya' })
  readonly id: string;

  @ApiProperty({ enum: [true] })
  readonly deleted: true;
}
