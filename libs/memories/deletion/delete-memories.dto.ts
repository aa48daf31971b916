import { Field, flag, tenantIdField } from '@mneme/platform/validation';
import type { FilterRequest } from '../listing/memory-filter.js';
import { deletionFilter } from './deletion-filter.field.js';

/** Body of POST /memories/delete. */
export class DeleteMemoriesDto {
  @Field(deletionFilter, {
    description: 'Which memories: every condition that is given must hold. At least one must be given',
    example: { type: 'working', tags: ['draft'], createdTo: '2025-12-31' },
  })
  readonly filter: FilterRequest;

  @Field(flag(), { description: 'Whether they are only counted', required: false, default: false })
  readonly dryRun?: boolean;

  @Field(tenantIdField(), {
    description: 'The tenant of the credential',
    example: '00000000-0000-0000-0000-000000000001',
  })
  readonly tenantId: string;
}
