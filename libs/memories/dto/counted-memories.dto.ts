import { ApiProperty } from '@nestjs/swagger';

/** Data of GET /memories/count. */
export class CountedMemoriesDto {
  @ApiProperty({ example: 42 })
  readonly count: number;
}
