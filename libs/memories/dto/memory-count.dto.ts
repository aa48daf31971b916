import { ApiProperty } from '@nestjs/swagger';

/** Data of GET /memories/count. */
export class MemoryCountDto {
  @ApiProperty({ example: 42 })
  readonly count: number;
}
