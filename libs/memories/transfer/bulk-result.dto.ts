import { ErrorItemDto } from '@mneme/platform/answers';
import { formatId } from '@mneme/platform/ids';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Memory } from '../storage/memory.entity.js';

/** What became of one item of a bulk request. */
export class BulkItemDto {
  @ApiProperty({ description: 'Place of the item in the request, from 0' })
  readonly index: number;

  @ApiProperty({
    enum: ['created', 'replaced', 'present', 'failed'],
    description: 'present: the tenant has its externalId already, and onConflict is skip',
  })
  readonly status: 'created' | 'replaced' | 'present' | 'failed';

  @ApiPropertyOptional({ example: 'mem_01kaj3w5m8f5zrj0q7f8t1x2ya', description: 'Of the memory, where none failed' })
  readonly id?: string;

  @ApiPropertyOptional({ type: [ErrorItemDto], description: 'Why it failed; fields are those of the item' })
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

  @ApiProperty({ description: 'How many were created' })
  readonly created: number;

  @ApiProperty({ description: 'How many replaced the memory with their externalId' })
  readonly replaced: number;

  @ApiProperty({ description: 'How many were there already, by their externalId' })
  readonly present: number;

  @ApiProperty({ description: 'How many failed' })
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
