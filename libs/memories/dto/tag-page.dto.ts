import { integer, QueryField, text } from '@mneme/platform/validation';
import { ApiProperty } from '@nestjs/swagger';
import type { TagPage } from '../listing/tag-list.service.js';
import { tag } from './memory-fields.js';
import { TenantQuery } from './patch-memory.dto.js';

/** Query of GET /tags. */
export class ListTagsQuery extends TenantQuery {
  @QueryField(tag, { description: 'Only tags that begin so; upper and lower case differ', required: false })
  readonly prefix?: string;

  @QueryField(integer(1, 100), { description: 'Tags a page', required: false, default: 50 })
  readonly limit?: number;

  @QueryField(text(1, 600), { description: 'nextCursor of the page before, with the same prefix', required: false })
  readonly cursor?: string;
}

/** A tag in a list. */
export class TagCountDto {
  @ApiProperty({ example: 'preferences' })
  readonly tag: string;

  @ApiProperty({ description: 'Memories that carry it, exact', minimum: 1, example: 42 })
  readonly count: number;
}

/** Data of GET /tags. */
export class TagPageDto {
  @ApiProperty({ type: [TagCountDto], description: 'In the order of their Unicode code points' })
  readonly tags: TagCountDto[];

  @ApiProperty({ type: 'string', nullable: true, description: 'cursor of the next page; null at the end' })
  readonly nextCursor: string | null;

  static from({ tags, nextCursor }: TagPage): TagPageDto {
    return { tags: [...tags], nextCursor: nextCursor ?? null };
  }
}
