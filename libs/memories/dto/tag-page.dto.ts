import { cursorField, integer, QueryField } from '@mneme/platform/validation';
import { ApiProperty } from '@nestjs/swagger';
import type { TagPage } from '../listing/tag-list.service.js';
import { tag } from './memory-fields.js';
import { TenantQuery } from './patch-memory.dto.js';

/** Query of GET /tags. */
export class ListTagsQuery extends TenantQuery {
  @QueryField(tag, {
    description: 'Only tags that begin with this text. Upper and lower case differ',
    required: false,
    example: 'auction',
  })
  readonly prefix?: string;

  @QueryField(integer(1, 100), {
    description: 'Maximum number of tags in the response',
    required: false,
    default: 50,
    example: 10,
  })
  readonly limit?: number;

  @QueryField(cursorField(600), {
    description: '`nextCursor` of the previous page, with the same prefix',
    required: false,
    example: 'WyJhdWN0aW9uLWJvYXJkIl0',
  })
  readonly cursor?: string;
}

/** A tag in a list. */
export class TagCountDto {
  @ApiProperty({ example: 'auction-board', description: 'The tag' })
  readonly tag: string;

  @ApiProperty({ type: 'integer', description: 'Number of memories with this tag, exact', minimum: 1, example: 42 })
  readonly count: number;
}

/** Data of GET /tags. */
export class TagPageDto {
  @ApiProperty({ type: [TagCountDto], description: 'In Unicode code point order' })
  readonly tags: TagCountDto[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: '`cursor` of the next page. `null` on the last page',
    example: 'WyJhdWN0aW9uLWJvYXJkIl0',
  })
  readonly nextCursor: string | null;

  static from({ tags, nextCursor }: TagPage): TagPageDto {
    return { tags: [...tags], nextCursor: nextCursor ?? null };
  }
}
