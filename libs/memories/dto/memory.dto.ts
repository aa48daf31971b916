import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Answer, Tagged, type AnswerParts } from '@mneme/platform/answers';
import { formatId, idSchema } from '@mneme/platform/ids';
import type { Memory } from '../storage/memory.entity.js';
import { SAMPLE_ID } from './memory-examples.js';
import { memoryType } from './memory-fields.js';

/** A memory as clients see it. */
export class MemoryDto {
  @ApiProperty({ ...idSchema('mem'), example: SAMPLE_ID, description: 'Identifier' })
  readonly id: string;

  @ApiProperty({ example: '00000000-0000-0000-0000-000000000001', description: 'Tenant that it belongs to' })
  readonly tenantId: string;

  @ApiProperty({ example: 'Anna prefers tea to coffee', description: 'The text' })
  readonly content: string;

  @ApiProperty({ ...memoryType.schema, description: 'Kind of the memory', example: 'semantic' })
  readonly type: string;

  @ApiProperty({ minimum: 0, maximum: 1, example: 0.7, description: 'How much it matters' })
  readonly importance: number;

  @ApiProperty({ type: [String], example: ['anna', 'drinks'], description: 'Labels' })
  readonly tags: string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { source: 'chat' },
    description: 'Your own data, with its keys in the order in which they were sent',
  })
  readonly metadata: Record<string, unknown>;

  @ApiProperty({ format: 'date-time', description: 'When it was created' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time', description: 'When it was last changed' })
  readonly updatedAt: string;

  @ApiPropertyOptional({ example: 'chat-42/message-7', description: 'Your own identifier, if it has one' })
  readonly externalId?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'When it expires, if it does' })
  readonly expiresAt?: string;

  @ApiPropertyOptional({
    ...idSchema('mem'),
    example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2yb',
    description: 'The latest memory that names it in `metadata.supersedes`, if there is one',
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
  @ApiProperty({ ...idSchema('mem'), example: SAMPLE_ID, description: 'Identifier of the memory' })
  readonly id: string;

  @ApiProperty({ type: Boolean, enum: [true], description: 'It is deleted' })
  readonly deleted: true;

  /** @param removed by its UUID */
  static from({ id, ...parts }: { readonly id: string } & AnswerParts): Answer<DeletedMemoryDto> {
    return new Answer({ id: formatId('mem', id), deleted: true }, parts);
  }
}
