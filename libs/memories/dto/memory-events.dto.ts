import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { idSchema } from '@mneme/platform/ids';
import { SAMPLE_ID } from './memory-examples.js';
import { memoryType } from './memory-fields.js';

/** Data of memory.created and memory.updated. */
export class MemoryEventDataDto {
  @ApiProperty({ ...idSchema('mem'), example: SAMPLE_ID, description: 'Identifier of the memory' })
  readonly id: string;

  @ApiProperty({ example: 'Anna prefers tea to coffee', description: 'The text' })
  readonly content: string;

  @ApiProperty({ ...memoryType.schema, example: 'semantic', description: 'Kind of the memory' })
  readonly type: string;

  @ApiProperty({ example: '00000000-0000-0000-0000-000000000001', description: 'Tenant that it belongs to' })
  readonly tenantId: string;

  @ApiProperty({ minimum: 0, maximum: 1, example: 0.7, description: 'How much it matters' })
  readonly importance: number;

  @ApiProperty({ type: [String], example: ['anna', 'drinks'], description: 'Labels' })
  readonly tags: string[];

  @ApiProperty({ format: 'date-time', description: 'When it was created' })
  readonly createdAt: string;

  @ApiProperty({ format: 'date-time', description: 'When it was last changed' })
  readonly updatedAt: string;
}

/** Data of memory.deleted. */
export class DeletedMemoryEventDataDto {
  @ApiProperty({ ...idSchema('mem'), example: SAMPLE_ID, description: 'Identifier of the memory' })
  readonly id: string;

  @ApiProperty({ example: '00000000-0000-0000-0000-000000000001', description: 'Tenant that it belonged to' })
  readonly tenantId: string;

  @ApiProperty({ format: 'date-time', description: 'When it was deleted' })
  readonly deletedAt: string;

  @ApiPropertyOptional({ enum: ['expired'], description: 'Only if the memory expired' })
  readonly reason?: 'expired';
}

/** Data of search.performed. */
export class SearchEventDataDto {
  @ApiProperty({ example: '00000000-0000-0000-0000-000000000001', description: 'Tenant that was searched' })
  readonly tenantId: string;

  @ApiProperty({ example: 'what does Anna like to drink?', description: 'The query' })
  readonly query: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 5, description: 'Number of results' })
  readonly resultCount: number;

  @ApiProperty({ minimum: 0, example: 34.4, description: 'Milliseconds that the search took' })
  readonly latency: number;
}
