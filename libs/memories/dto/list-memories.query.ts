import { commaSeparated, cursorField, integer, named, oneOf, QueryField } from '@mneme/platform/validation';
import { SORT_FIELDS, type SortField, type SortOrder } from '../listing/list-order.js';
import { MemoryFilterQuery } from './memory-filter.query.js';
import { EXTRA_FIELDS, type ExtraField } from './memory-item.dto.js';

const sort = named('MemorySort', 'What a list of memories is sorted by', oneOf(SORT_FIELDS));
const order = named('SortOrder', 'Direction of a sort', oneOf(['asc', 'desc']));
/** Of the page after the first one of ten samples. */
const CURSOR =
  'WyJjcmVhdGVkQXQiLCJkZXNjIiwyLCIyMDI2LTEwLTAxVDExOjM1OjEyLjAwMFoiLCIwMWEwZjczZi0zZDgwLTczYzUtYTRlZi03YzFkZTA1ZjdmZjMiXQ';

/** Query of GET /memories. */
export class ListMemoriesQuery extends MemoryFilterQuery {
  @QueryField(integer(1, 1_000_000_000), {
    description: 'Number of the page. Cannot be given together with `cursor`',
    required: false,
    default: 1,
    example: 1,
  })
  readonly page?: number;

  @QueryField(integer(1, 100), {
    description: 'Maximum number of memories in the response',
    required: false,
    default: 50,
    example: 10,
  })
  readonly limit?: number;

  @QueryField(sort, { description: 'What to sort by', required: false, default: 'createdAt', example: 'createdAt' })
  readonly sort?: SortField;

  @QueryField(order, {
    description: 'Direction. Ties are broken by id, in the same direction',
    required: false,
    default: 'desc',
    example: 'desc',
  })
  readonly order?: SortOrder;

  @QueryField(cursorField(500), {
    description: '`nextCursor` of the previous page. It carries sort, order and page',
    required: false,
    example: CURSOR,
  })
  readonly cursor?: string;

  @QueryField(commaSeparated(oneOf(EXTRA_FIELDS), 1, EXTRA_FIELDS.length), {
    description:
      'More fields for each memory, separated by commas: `tags`, `metadata`, `updatedAt`, `externalId`, `expiresAt`, `supersededBy`',
    required: false,
    example: 'tags,updatedAt',
  })
  readonly fields?: ExtraField[];
}
