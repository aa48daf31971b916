import { ErrorItemDto } from '@mneme/platform/answers';
import { formatId, idSchema } from '@mneme/platform/ids';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SAMPLE_ID } from '../dto/memory-examples.js';
import type { Memory } from '../storage/memory.entity.js';

/** What became of one item of a bulk request. */
export class BulkItemDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 0, description: 'Position of the item in the request, from 0' })
  readonly index: number;

  @ApiProperty({
    enum: ['created', 'replaced', 'present', 'failed'],
    description: '`present`: the tenant has its `externalId` already, and `onConflict` is `skip`',
  })
  readonly status: 'created' | 'replaced' | 'present' | 'failed';

  @ApiPropertyOptional({
    ...idSchema('mem'),
    example: SAMPLE_ID,
    description: 'Identifier of the memory, unless the item failed',
  })
  readonly id?: string;

  @ApiPropertyOptional({ type: [ErrorItemDto], description: 'Why it failed. `field` is a path in the item' })
  readonly errors?: readonly ErrorItemDto[];

  static written(index: number, status: 'created' | 'replaced', { id }: Memory): BulkItemDto {
    return { index, status, id: formatId('mem', id) };
  }

  /** @param id UUID; undefined where it is gone meanwhile */
  static present(index: number, id: string | undefined): BulkItemDto {
    return { index, status: 'present', ...(id === undefined ? {} : { id: formatId('mem', id) }) };
  }

  static failed(index: number, errors: readonly ErrorItemDto[]): BulkItemDto {
    return { index, status: 'failed', errors };
  }
}

/** Data of POST /memories/bulk. */
export class BulkResultDto {
  @ApiProperty({ type: [BulkItemDto], description: 'One for each item, in the order of the request' })
  readonly results: readonly BulkItemDto[];

  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Number of created memories' })
  readonly created: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 0,
    description: 'Number of items that replaced the memory with their `externalId`',
  })
  readonly replaced: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 0,
    description: 'Number of items whose `externalId` existed, with `onConflict: skip`',
  })
  readonly present: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1, description: 'Number of items that failed' })
  readonly failed: number;

  static from(results: readonly BulkItemDto[]): BulkResultDto {
    const count = (wanted: BulkItemDto['status']): number => results.filter(({ status }) => status === wanted).length;
    const [created, replaced, present, failed] = [
      count('created'),
      count('replaced'),
      count('present'),
      count('failed'),
    ];
    return { results, created, replaced, present, failed };
  }
}
