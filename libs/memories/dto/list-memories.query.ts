import { commaSeparated, integer, oneOf, QueryField, text } from '@mneme/platform/validation';
import { SORT_FIELDS, type SortField, type SortOrder } from '../listing/list-order.js';
import { MemoryFilterQuery } from './memory-filter.query.js';
import { EXTRA_FIELDS, type ExtraField } from './memory-item.dto.js';

/** Query of GET /memories. */
export class ListMemoriesQuery extends MemoryFilterQuery {
  @QueryField(integer(1, 1_000_000_000), { description: 'Which page', required: false, default: 1 })
  readonly page?: number;

  @QueryField(integer(1, 100), { description: 'Memories a page', required: false, default: 50 })
  readonly limit?: number;

  @QueryField(oneOf(SORT_FIELDS), { description: 'Sort by', required: false, default: 'createdAt' })
  readonly sort?: SortField;

  @QueryField(oneOf(['asc', 'desc']), {
    description: 'Direction; ties are broken by id',
    required: false,
    default: 'desc',
  })
  readonly order?: SortOrder;

  @QueryField(text(1, 500), {
    description: 'nextCursor of the page before; sort, order and page come from it',
    required: false,
  })
  readonly cursor?: string;

  @QueryField(commaSeparated(oneOf(EXTRA_FIELDS), 1, EXTRA_FIELDS.length), {
    description: 'More fields for each memory: tags, metadata, updatedAt, externalId, expiresAt, supersededBy',
    required: false,
    example: 'tags,updatedAt',
  })
  readonly fields?: ExtraField[];
}
