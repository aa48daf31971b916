import { ApiProperty } from '@nestjs/swagger';
import { MemoryItemDto, type ExtraField } from './memory-item.dto.js';
import type { MemoryPage } from '../memory-list.service.js';

export class PaginationDto {
  @ApiProperty({ example: 1 })
  readonly page: number;

  @ApiProperty({ example: 50 })
  readonly limit: number;

  @ApiProperty({ example: 975, description: 'Exact number of memories that the filters let through' })
  readonly total: number;

  @ApiProperty({ example: 20 })
  readonly pages: number;

  @ApiProperty()
  readonly hasNext: boolean;

  @ApiProperty()
  readonly hasPrevious: boolean;

  @ApiProperty({ required: false, description: 'Give it as `cursor` for the next page; absent on the last one' })
  readonly nextCursor?: string;
}

/** Data of GET /memories. */
export class MemoryPageDto {
  @ApiProperty({ type: [MemoryItemDto] })
  readonly memories: MemoryItemDto[];

  @ApiProperty()
  readonly pagination: PaginationDto;

  static from(result: MemoryPage, fields?: readonly ExtraField[]): MemoryPageDto {
    const { memories, page, limit, total, nextCursor } = result;
    const pages = Math.ceil(total / limit);
    return {
      memories: memories.map((memory) => MemoryItemDto.from(memory, fields)),
      pagination: {
        page,
        limit,
        total,
        pages,
        hasNext: page < pages,
        hasPrevious: page > 1,
        ...(nextCursor === undefined ? {} : { nextCursor }),
      },
    };
  }
}
