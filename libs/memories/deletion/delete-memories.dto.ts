import { Field, flag, RequestBody, TENANT, tenantIdField } from '@mneme/platform/validation';
import type { FilterRequest } from '../listing/memory-filter.js';
import { deletionFilter } from './deletion-filter.field.js';

/** Body of POST /memories/delete. */
@RequestBody('Which memories to delete', {
  filter: { type: 'working', tags: ['draft'], createdTo: '2025-12-31' },
  dryRun: true,
  tenantId: '00000000-0000-0000-0000-000000000001',
})
export class DeleteMemoriesDto {
  @Field(deletionFilter, {
    description: 'Which memories. All given conditions must match, and at least one must be given',
    example: { type: 'working', tags: ['draft'], createdTo: '2025-12-31' },
  })
  readonly filter: FilterRequest;

  @Field(flag(), { description: 'Whether to count them only', required: false, default: false, example: true })
  readonly dryRun?: boolean;

  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;
}
