import { commaSeparated, dateTime, oneOf, QueryField, repeated, tenantIdField } from '@mneme/platform/validation';
import type { MemoryType } from '../storage/memory-types.js';
import { memoryType, tag } from './memory-fields.js';

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
}
