import {
  dateTime,
  Field,
  flag,
  integer,
  listOf,
  named,
  number,
  oneOf,
  RequestBody,
  TENANT,
  tenantIdField,
  text,
} from '@mneme/platform/validation';
import type { MetadataFilter } from '../listing/memory-filter.js';
import { memoryType, tags, tagsMode } from '../dto/memory-fields.js';
import { metadataFilter } from '../dto/metadata-filter.field.js';
import { SEARCH_FIELDS, type SearchField } from '../dto/memory-item.dto.js';

const searchField = named('SearchField', 'A field that a search can add to its results', oneOf(SEARCH_FIELDS));
const collapse = named(
  'Collapse',
  'Which of several memories with the same content are results',
  oneOf(['copies', 'none']),
);

/** Body of POST /memories/search. */
@RequestBody('What to search for', {
  query: 'which database does the auction board use?',
  tenantId: '00000000-0000-0000-0000-000000000001',
  limit: 5,
})
export class SearchMemoriesDto {
  @Field(text(1, 2_000), {
    description: 'What to search for, in words',
    example: 'which database does the auction board use?',
  })
  readonly query: string;

  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;

  @Field(integer(1, 100), { description: 'Maximum number of results', required: false, default: 20, example: 5 })
  readonly limit?: number;

  @Field(memoryType, { description: 'Only memories of this type', required: false, example: 'semantic' })
  readonly type?: string;

  @Field(number(0, 1), {
    description: 'Only results with at least this relevance',
    required: false,
    example: 0.3,
  })
  readonly minRelevance?: number;

  @Field(tags, { description: 'Only memories with these tags', required: false, example: ['auction-board'] })
  readonly tags?: string[];

  @Field(tagsMode, {
    description: 'Whether a memory must have all tags or any of them',
    required: false,
    default: 'all',
    example: 'any',
  })
  readonly tagsMode?: 'all' | 'any';

  @Field(dateTime(), {
    description: 'Created then or later. A date alone is the whole day (UTC)',
    required: false,
    example: '2025-09-01',
  })
  readonly createdFrom?: string;

  @Field(dateTime(), {
    description: 'Created then or earlier. A date alone is the whole day (UTC)',
    required: false,
    example: '2026-09-30T23:59:59Z',
  })
  readonly createdTo?: string;

  @Field(metadataFilter(), {
    description:
      'Only memories whose metadata has these values at the top level; of a list, one is enough. Up to 5 keys, all of which must match. The first 64 values of a memory can be found',
    required: false,
    example: { userId: 'anna', channel: ['mail', 'chat'] },
  })
  readonly metadata?: MetadataFilter;

  @Field(dateTime(), {
    description:
      'Happened then or later: `metadata.occurredAt`, otherwise `createdAt`. A date alone is the whole day (UTC)',
    required: false,
    example: '2025-09-01',
  })
  readonly occurredFrom?: string;

  @Field(dateTime(), {
    description:
      'Happened then or earlier: `metadata.occurredAt`, otherwise `createdAt`. A date alone is the whole day (UTC)',
    required: false,
    example: '2026-09-30T23:59:59Z',
  })
  readonly occurredTo?: string;

  @Field(flag(), {
    description: '`false` leaves out memories that another one supersedes (`metadata.supersedes`)',
    required: false,
    default: true,
    example: false,
  })
  readonly includeSuperseded?: boolean;

  @Field(dateTime(), {
    description: 'What "yesterday", "last March" or a date without a year in the query is relative to. Default: now',
    required: false,
    example: '2026-03-18',
  })
  readonly referenceTime?: string;

  @Field(listOf(searchField, 1, SEARCH_FIELDS.length), {
    description: 'More fields for each result',
    required: false,
    example: ['tags', 'metadata'],
  })
  readonly fields?: SearchField[];

  @Field(collapse, {
    description:
      '`copies`: of memories with the same content, type and speaker, only the latest is a result. `none`: all are',
    required: false,
    default: 'copies',
    example: 'none',
  })
  readonly collapse?: 'copies' | 'none';

  @Field(flag(), {
    description: 'Whether each result has an explanation',
    required: false,
    default: false,
    example: true,
  })
  readonly explain?: boolean;
}
