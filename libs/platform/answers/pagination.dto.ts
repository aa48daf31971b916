import { ApiProperty } from '@nestjs/swagger';

/** Where a page stands in its list. */
export class PaginationDto {
  @ApiProperty({ type: 'integer', minimum: 1, example: 1, description: 'Number of this page' })
  readonly page: number;

  @ApiProperty({ type: 'integer', minimum: 1, example: 50, description: 'Maximum number of entries on a page' })
  readonly limit: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    example: 975,
    description: 'Exact number of entries that match. In the delivery log of a webhook, 10000 also stands for more',
  })
  readonly total: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 20, description: 'Number of pages' })
  readonly pages: number;

  @ApiProperty({ description: 'Whether there is a next page' })
  readonly hasNext: boolean;

  @ApiProperty({ description: 'Whether there is a previous page' })
  readonly hasPrevious: boolean;

  @ApiProperty({
    required: false,
    example: 'WyJjcmVhdGVkQXQiLCJkZXNjIiwyXQ',
    description: '`cursor` of the next page, in lists that have cursors. Left out on the last page',
  })
  readonly nextCursor?: string;

  /** A page of a list without cursors: what follows is reckoned from the total. */
  static of(page: number, limit: number, total: number): PaginationDto {
    const pages = Math.ceil(total / limit);
    return { page, limit, total, pages, hasNext: page < pages, hasPrevious: page > 1 };
  }

  /** A page of a list with cursors: another follows where there is a cursor for it. */
  static withCursor(page: number, limit: number, total: number, nextCursor: string | undefined): PaginationDto {
    const position = { page, limit, total, pages: Math.ceil(total / limit), hasPrevious: page > 1 };
    return nextCursor === undefined ? { ...position, hasNext: false } : { ...position, hasNext: true, nextCursor };
  }
}
