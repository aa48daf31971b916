import { commaSeparated, dateTime, oneOf, QueryField, tenantIdField } from '@mneme/platform';
import type { MemoryType } from '../memory-types.js';
import { memoryType, tag } from './memory-fields.js';

/** Which of a tenant's memories are meant. */
export abstract class MemoryFilterQuery {
  @QueryField(tenantIdField(), { description: 'The tenant of the credential' })
  readonly tenantId: string;

  @QueryField(memoryType, { description: 'Only this type', required: false })
  readonly type?: MemoryType;

  @QueryField(commaSeparated(tag, 1, 50), { description: 'Only memories with these tags', required: false })
  readonly tags?: string[];

  @QueryField(oneOf(['all', 'any']), {
    description: 'Whether all tags or any must be there',
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
