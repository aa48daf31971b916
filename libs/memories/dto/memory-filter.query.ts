import { commaSeparated, dateTime, oneOf, QueryField, repeated, tenantIdField } from '@mneme/platform/validation';
import type { MemoryType } from '../storage/memory-types.js';
import type { MetadataFilter } from '../listing/memory-filter.js';
import { externalId, memoryType, tag } from './memory-fields.js';
import { metadataParameters } from './metadata-filter.field.js';

/** Which of a tenant's memories are meant. */
export abstract class MemoryFilterQuery {
  @QueryField(tenantIdField(), { description: 'The tenant of the credential' })
  readonly tenantId: string;

  @QueryField(memoryType, { description: 'Only this type', required: false })
  readonly type?: MemoryType;

  @QueryField(commaSeparated(tag, 1, 50), {
    description: 'Only memories with these tags, parted by commas',
    required: false,
  })
  readonly tags?: string[];

  @QueryField(repeated(tag, 1, 50), {
    description: 'Only memories with this tag, which may hold commas. May be given up to 50 times, and beside tags',
    required: false,
  })
  readonly tag?: string[];

  @QueryField(oneOf(['all', 'any']), {
    description: 'Whether all of tags and tag must be there, or any',
    required: false,
    default: 'all',
  })
  readonly tagsMode?: 'all' | 'any';

  @QueryField(metadataParameters(), {
    description:
      'Only memories whose metadata has this value at the top level: metadata.userId=anna. Up to 5 keys; a memory is found by the first 64 values of its metadata',
    required: false,
  })
  readonly metadata?: MetadataFilter;

  @QueryField(externalId, { description: 'Only the memory with this external id', required: false })
  readonly externalId?: string;

  @QueryField(dateTime(), {
    description: 'Created then or later; a date alone is its whole day (UTC)',
    required: false,
  })
  readonly createdFrom?: string;

  @QueryField(dateTime(), {
    description: 'Created then or earlier; a date alone is its whole day (UTC)',
    required: false,
  })
  readonly createdTo?: string;

  @QueryField(dateTime(), {
    description: 'Happened then or later: metadata.occurredAt, or else createdAt. A date alone is its whole day (UTC)',
    required: false,
  })
  readonly occurredFrom?: string;

  @QueryField(dateTime(), {
    description:
      'Happened then or earlier: metadata.occurredAt, or else createdAt. A date alone is its whole day (UTC)',
    required: false,
  })
  readonly occurredTo?: string;
}
