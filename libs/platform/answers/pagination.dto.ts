import { ApiProperty } from '@nestjs/swagger';

/** Where a page stands in its list. */
export class PaginationDto {
  @ApiProperty({ example: 1 })
  readonly page: number;

  @ApiProperty({ example: 50 })
  readonly limit: number;

  @ApiProperty({
    example: 975,
    description:
      'Exact number of entries that the filters let through; in the delivery log of a webhook 10000 also stands for more',
  })
  readonly total: number;

  @ApiProperty({ example: 20 })
  readonly pages: number;

  @ApiProperty()
  readonly hasNext: boolean;

  @ApiProperty()
  readonly hasPrevious: boolean;

  @ApiProperty({
    required: false,
    description: 'Where the list has cursors: give it as `cursor` for the next page; absent on the last one',
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
