import { dateTime, Field, flag, integer, listOf, number, oneOf, tenantIdField, text } from '@mneme/platform/validation';
import type { MetadataFilter } from '../listing/memory-filter.js';
import { memoryType, tags } from '../dto/memory-fields.js';
import { metadataFilter } from '../dto/metadata-filter.field.js';
import { SEARCH_FIELDS, type SearchField } from '../dto/memory-item.dto.js';

/** Body of POST /memories/search. */
export class SearchMemoriesDto {
  @Field(text(1, 2_000), { description: 'What to look for, in words', example: 'what does Anna like to drink?' })
  readonly query: string;

  @Field(tenantIdField(), {
    description: 'The tenant of the credential',
    example: '00000000-0000-0000-0000-000000000001',
  })
  readonly tenantId: string;

  @Field(integer(1, 100), { description: 'Results at most', required: false, default: 20, example: 5 })
  readonly limit?: number;

  @Field(memoryType, { description: 'Only this type', required: false })
  readonly type?: string;

  @Field(number(0, 1), { description: 'Leaves out results that are less relevant', required: false })
  readonly minRelevance?: number;

  @Field(tags, { description: 'Only memories with these tags', required: false })
  readonly tags?: string[];

  @Field(oneOf(['all', 'any']), {
    description: 'Whether all tags or any must be there',
    required: false,
    default: 'all',
  })
  readonly tagsMode?: 'all' | 'any';

  @Field(dateTime(), { description: 'Created then or later; a date alone is its whole day (UTC)', required: false })
  readonly createdFrom?: string;

  @Field(dateTime(), { description: 'Created then or earlier; a date alone is its whole day (UTC)', required: false })
  readonly createdTo?: string;

  @Field(metadataFilter(), {
    description:
      'Only memories whose metadata has these values at the top level; of a list one of them. Up to 5 keys; a memory is found by the first 64 values of its metadata',
    required: false,
  })
  readonly metadata?: MetadataFilter;

  @Field(dateTime(), {
    description: 'Happened then or later: metadata.occurredAt, or else createdAt. A date alone is its whole day (UTC)',
    required: false,
  })
  readonly occurredFrom?: string;

  @Field(dateTime(), {
    description:
      'Happened then or earlier: metadata.occurredAt, or else createdAt. A date alone is its whole day (UTC)',
    required: false,
  })
  readonly occurredTo?: string;

  @Field(flag(), {
    description: 'false: leaves out memories that another one supersedes (metadata.supersedes)',
    required: false,
    default: true,
  })
  readonly includeSuperseded?: boolean;

  @Field(dateTime(), {
    description: 'What "yesterday", "last March" or a date without a year in the query is relative to; now by default',
    required: false,
    example: '2026-03-18',
  })
  readonly referenceTime?: string;

  @Field(listOf(oneOf(SEARCH_FIELDS), 1, SEARCH_FIELDS.length), {
    description: 'More fields for each result: tags, metadata, updatedAt, externalId, expiresAt, copies',
    required: false,
  })
  readonly fields?: SearchField[];

  @Field(oneOf(['copies', 'none']), {
    description: 'copies: of memories with the same content only the latest is shown; none: all are',
    required: false,
    default: 'copies',
  })
  readonly collapse?: 'copies' | 'none';

  @Field(flag(), { description: 'Whether each result says why it was found', required: false, default: false })
  readonly explain?: boolean;
}
