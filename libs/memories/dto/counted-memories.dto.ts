import { ApiProperty } from '@nestjs/swagger';

/** Data of GET /memories/count. */
export class CountedMemoriesDto {
  @ApiProperty({ type: 'integer', minimum: 0, example: 42, description: 'Number of memories that match, exact' })
  readonly count: number;
}
