import { Field, RequestBody, TENANT, tenantIdField } from '@mneme/platform/validation';
import { ONE_LIFETIME } from './lifetime.js';
import { MemoryInputDto } from './memory-input.dto.js';

/** Body of POST /memories. */
@RequestBody(
  'The memory',
  {
    content: 'Anna prefers tea to coffee',
    type: 'semantic',
    importance: 0.7,
    tags: ['anna', 'drinks'],
    metadata: { source: 'chat' },
    tenantId: '00000000-0000-0000-0000-000000000001',
  },
  ONE_LIFETIME,
)
export class CreateMemoryDto extends MemoryInputDto {
  @Field(tenantIdField(), TENANT)
  readonly tenantId: string;
}
