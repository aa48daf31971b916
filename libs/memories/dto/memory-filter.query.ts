import { commaSeparated, dateTime, QueryField, repeated, TENANT, tenantIdField } from '@mneme/platform/validation';
import type { MemoryType } from '../storage/memory-types.js';
import type { MetadataFilter } from '../listing/memory-filter.js';
import { SAMPLE_EXTERNAL_ID } from './memory-examples.js';
import { externalId, memoryType, tag, tagsMode } from './memory-fields.js';
import { metadataParameters } from './metadata-filter.field.js';

/** Which of a tenant's memories are meant. */
export abstract class MemoryFilterQuery {
  @QueryField(tenantIdField(), TENANT)
  readonly tenantId: string;

  @QueryField(memoryType, { description: 'Only memories of this type', required: false, example: 'semantic' })
  readonly type?: MemoryType;

  @QueryField(commaSeparated(tag, 1, 50), {
    description: 'Only memories with these tags, separated by commas',
    required: false,
    example: 'auction-board,platform',
  })
  readonly tags?: string[];

  @QueryField(repeated(tag, 1, 50), {
    description:
      'Only memories with this tag, which can contain commas. Can occur up to 50 times, also together with `tags`',
    required: false,
    example: ['auction-board'],
  })
  readonly tag?: string[];

  @QueryField(tagsMode, {
    description: 'Whether a memory must have all of `tags` and `tag`, or any of them',
    required: false,
    default: 'all',
    example: 'any',
  })
  readonly tagsMode?: 'all' | 'any';

  @QueryField(metadataParameters(), {
    description:
      'Only memories whose metadata has this value at the top level: `metadata.userId=anna`. Up to 5 keys, all of which must match. The first 64 values of a memory can be found',
    required: false,
    example: { 'metadata.userId': 'anna' },
  })
  readonly metadata?: MetadataFilter;

  @QueryField(externalId, {
    description: 'Only the memory with this external id',
    required: false,
    example: SAMPLE_EXTERNAL_ID,
  })
  readonly externalId?: string;

  @QueryField(dateTime(), {
    description: 'Created then or later. A date alone is the whole day (UTC)',
    required: false,
    example: '2025-09-01',
  })
  readonly createdFrom?: string;

  @QueryField(dateTime(), {
    description: 'Created then or earlier. A date alone is the whole day (UTC)',
    required: false,
    example: '2026-09-30T23:59:59Z',
  })
  readonly createdTo?: string;

  @QueryField(dateTime(), {
    description:
      'Happened then or later: `metadata.occurredAt`, otherwise `createdAt`. A date alone is the whole day (UTC)',
    required: false,
    example: '2025-09-01',
  })
  readonly occurredFrom?: string;

  @QueryField(dateTime(), {
    description:
      'Happened then or earlier: `metadata.occurredAt`, otherwise `createdAt`. A date alone is the whole day (UTC)',
    required: false,
    example: '2026-09-30T23:59:59Z',
  })
  readonly occurredTo?: string;
}
