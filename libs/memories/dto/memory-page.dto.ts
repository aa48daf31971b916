import { ApiProperty } from '@nestjs/swagger';
import { PaginationDto } from '@mneme/platform/answers';
import { MemoryItemDto, type ExtraField } from './memory-item.dto.js';
import type { MemoryPage } from '../listing/memory-list.service.js';

/** Data of GET /memories. */
export class MemoryPageDto {
  @ApiProperty({ type: [MemoryItemDto], description: 'In the order of the request' })
  readonly memories: MemoryItemDto[];

  @ApiProperty({ description: 'Position of the page in the list' })
  readonly pagination: PaginationDto;

  static from(result: MemoryPage, fields?: readonly ExtraField[]): MemoryPageDto {
    const { memories, page, limit, total, nextCursor } = result;
    return {
      memories: memories.map((memory) => MemoryItemDto.from(memory, fields)),
      pagination: PaginationDto.withCursor(page, limit, total, nextCursor),
    };
  }
}
