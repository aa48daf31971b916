import { QueryField } from '@mneme/platform/validation';
import type { OnConflict } from '../records/batch-outcome.js';
import { onConflict } from './create-memories.dto.js';
import { TenantQuery } from '../dto/patch-memory.dto.js';

/** Query of POST /memories/import. */
export class ImportMemoriesQuery extends TenantQuery {
  @QueryField(onConflict, {
    description:
      'What becomes of a record whose externalId the tenant has: skip leaves the memory as it is, replace makes it the record, fail is an error of the line',
    required: false,
    default: 'skip',
  })
  readonly onConflict?: OnConflict;
}
