import { QueryField } from '@mneme/platform/validation';
import type { OnConflict } from '../records/batch-outcome.js';
import { onConflict } from './create-memories.dto.js';
import { TenantQuery } from '../dto/patch-memory.dto.js';

/** Query of POST /memories/import. */
export class ImportMemoriesQuery extends TenantQuery {
  @QueryField(onConflict, {
    description:
      'What happens to a record whose `externalId` exists. `skip`: the memory stays as it is. `replace`: it becomes the record. `fail`: the line fails',
    required: false,
    default: 'skip',
    example: 'replace',
  })
  readonly onConflict?: OnConflict;
}
