import { ErrorItemDto } from '@mneme/platform/answers';
import { formatId } from '@mneme/platform/ids';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Memory } from '../storage/memory.entity.js';

/** What became of one item of a bulk request. */
export class BulkItemDto {
  @ApiProperty({ description: 'Place of the item in the request, from 0' })
  readonly index: number;

  @ApiProperty({ enum: ['created', 'failed'] })
  readonly status: 'created' | 'failed';

  @ApiPropertyOptional({ example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'Of a memory that was created' })
  readonly id?: string;

  @ApiPropertyOptional({ type: [ErrorItemDto], description: 'Why it failed; fields are those of the item' })
  readonly errors?: readonly ErrorItemDto[];

  static created(index: number, { id }: Memory): BulkItemDto {
    return { index, status: 'created', id: formatId('mem', id) };
  }

  static failed(index: number, errors: readonly ErrorItemDto[]): BulkItemDto {
    return { index, status: 'failed', errors };
  }
}

/** Data of POST /memories/bulk. */
export class BulkResultDto {
  @ApiProperty({ type: [BulkItemDto], description: 'One for each item, in the order of the request' })
  readonly results: readonly BulkItemDto[];

  @ApiProperty({ description: 'How many were created' })
  readonly created: number;

  @ApiProperty({ description: 'How many were not' })
  readonly failed: number;

  static from(results: readonly BulkItemDto[]): BulkResultDto {
    const created = results.filter(({ status }) => status === 'created').length;
    return { results, created, failed: results.length - created };
  }
}
